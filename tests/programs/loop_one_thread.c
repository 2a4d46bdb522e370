/* With one thread, iterations may use what earlier ones have stored: in a region that always asks for one thread, and
 * in one that may.  expect: offloaded=1 kept=K002,K002 */
#include <stdio.h>

#define N 500

static int a[N], b[N];

static void chain(int threads)
{
#pragma omp parallel for num_threads(threads)
  for (int i = 1; i < N; i++)
    if (threads == 1)
      b[i] += b[i - 1] % 100;
    else
      b[i] += threads;
}

int main(void)
{
#pragma omp parallel for num_threads(1)
  for (int i = 1; i < N; i++)
    a[i] = (a[i - 1] * 5 + i) % 1009;
#pragma omp parallel num_threads(1)
  {
#pragma omp for nowait
    for (int i = 1; i < N; i++)
      a[i] = (a[i - 1] + a[i]) % 1009;
  }
  for (int i = 0; i < N; i++)
    b[i] = a[i];
  chain(2);
  chain(1);
  printf("%d %d %d\n", a[N - 1], b[N / 2], b[N - 1]);
  return 0;
}
