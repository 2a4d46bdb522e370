/* Subnormal numbers are flushed to zero by all threads.  expect: offloaded=0 kept=K007 */
#include <pmmintrin.h>
#include <stdio.h>

#define N 100

static float small[N], quarters[N];

int main(void)
{
  for (int i = 0; i < N; i++)
    small[i] = 1e-38f * (i + 1);
#pragma omp parallel
  {
    _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
    _mm_setcsr(_mm_getcsr() | 0x8000);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    quarters[i] = small[i] * 0.25f;
#pragma omp parallel
  _mm_setcsr(_mm_getcsr() & ~0x8040u);
  int zeros = 0;
  for (int i = 0; i < N; i++)
    zeros += quarters[i] == 0;
  printf("%d\n", zeros);
  return 0;
}
