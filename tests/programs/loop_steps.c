/* Every way to write a step, constant and variable.  expect: offloaded=5 */
#include <stdio.h>

#define N 200

static int a[N];

int main(void)
{
  int i, step = 11, back = 13;

#pragma omp parallel for
  for (i = 0; i < N; i += 7)
    a[i] += 1;
#pragma omp parallel for
  for (i = 2; i < N; i = i + 3)
    a[i] += 10;
#pragma omp parallel for
  for (i = 1; i < N; i = step + i)
    a[i] += 100;
#pragma omp parallel for
  for (i = N - 1; i > 0; i -= 2)
    a[i] += 1000;
#pragma omp parallel for
  for (i = N - 2; i >= 0; i = i - back)
    a[i] += 10000;
  for (i = 0; i < N; i++)
    printf("%d%c", a[i], i % 10 == 9 ? '\n' : ' ');
  return 0;
}
