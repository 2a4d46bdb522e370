/* * over integers, which wrap round, and doubles.  expect: offloaded=1 */
#include <stdio.h>

#define N 300

int main(void)
{
  int i;
  unsigned product = 3;
  unsigned long long wide = 5;
  double real = 2.0;

#pragma omp parallel for reduction(* : product, wide, real)
  for (i = 0; i < N; i++) {
    product *= 2u * (unsigned)i + 1u;
    wide *= 2ULL * (unsigned)i + 3u;
    real *= 1.0 + 1.0 / (i + 1);
  }
  printf("%u %llu %.12g\n", product, wide, real);
  return 0;
}
