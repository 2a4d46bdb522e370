/* num_threads, constant and computed.  expect: offloaded=2 */
#include <stdio.h>

#define N 90

static int a[N];

int main(void)
{
  int i, threads = 3;

#pragma omp parallel for num_threads(2)
  for (i = 0; i < N; i++)
    a[i] = i + 1;
#pragma omp parallel num_threads(threads - 1)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] *= a[i];
  }
  printf("%d %d %d %d\n", threads, a[0], a[N / 2], a[N - 1]);
  return 0;
}
