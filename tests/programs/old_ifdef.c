/* Conditional compilation around and inside the constructs.  expect: offloaded=2 */
#include <stdio.h>

#define N 32
#define USE_SQUARES 1

static int a[N];

int main(void)
{
  int i;

#ifdef _OPENMP
#pragma omp parallel for
#else
#pragma GCC ivdep
#endif
  for (i = 0; i < N; i++) {
#if USE_SQUARES
    a[i] = i * i;
#else
    a[i] = i;
#endif
  }
#pragma omp parallel
  {
#pragma omp for
    for (i = 0; i < N; i++)
#ifdef DEBUG
      a[i] = -1;
#else
      a[i] += 3;
#endif
  }
  printf("%d %d\n", a[2], a[N - 1]);
  return 0;
}
