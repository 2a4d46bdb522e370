/* A reduction over far more iterations than work-items.  expect: offloaded=1  small: -DN=5003 */
#include <stdio.h>

#ifndef N
#define N 3000001
#endif

int main(void)
{
  long i, n = N;
  double pi = 0.0;
  unsigned checksum = 0;

#pragma omp parallel for reduction(+ : pi) reduction(^ : checksum)
  for (i = 0; i < n; i++) {
    double x = ((double)i + 0.5) / (double)n;

    pi += 4.0 / (1.0 + x * x);
    checksum ^= (unsigned)i * 40503u;
  }
  printf("%.9f %u\n", pi / (double)n, checksum);
  return 0;
}
