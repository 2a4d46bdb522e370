/* Every kind of schedule gives the same result.  expect: offloaded=6 */
#include <stdio.h>

#define N 150

static int a[N];

int main(void)
{
  int i, chunk = 5;

#pragma omp parallel for schedule(static)
  for (i = 0; i < N; i++)
    a[i] = i;
#pragma omp parallel for schedule(static, 3)
  for (i = 0; i < N; i++)
    a[i] *= 2;
#pragma omp parallel for schedule(dynamic)
  for (i = 0; i < N; i++)
    a[i] += chunk;
#pragma omp parallel for schedule(dynamic, chunk)
  for (i = 0; i < N; i++)
    a[i] ^= 85;
#pragma omp parallel for schedule(guided, chunk + 1)
  for (i = 0; i < N; i++)
    a[i] -= i % 7;
#pragma omp parallel for schedule(runtime)
  for (i = 0; i < N; i++)
    a[i] %= 100;
  for (i = 0; i < N; i++)
    printf("%d%c", a[i], i % 15 == 14 ? '\n' : ' ');
  return 0;
}
