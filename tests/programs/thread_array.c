/* A threadprivate array that each iteration sets where it reads it.  expect: offloaded=2 */
#include <stdio.h>

#define N 50

static int a[N], b[N], own[N];
#pragma omp threadprivate(own)

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = 3 * i;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    own[i % 7] = a[i];
    b[i] = own[i % 7] + 1;
  }
  printf("%d %d\n", a[N - 1], b[N - 1]);
  return 0;
}
