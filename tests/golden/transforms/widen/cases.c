/* Subscripts in 32-bit unsigned arithmetic: of products, through variables, of points, and of what is not known. */
#include <stddef.h>

static double a[4096], b[4096], c[4096];
static unsigned first[64];

void product(unsigned m, unsigned n, unsigned k, unsigned lda, unsigned ldb, unsigned ldc)
{
#pragma omp parallel for
  for (unsigned i = 0; i < m; i++)
    for (unsigned j = 0; j < n; j++) {
      double sum = 0.0;
      for (unsigned p = 0; p < k; p++)
        sum += a[i * lda + p] * b[p * ldb + j];
      c[i * ldc + j] = sum;
    }
}

void through_variables(unsigned n, unsigned m)
{
#pragma omp parallel for
  for (int i = 1; i < (int)n - 1; i++)
    for (unsigned j = 1; j < m - 1; j++) {
      unsigned here = i * m + j;
      b[here] = 0.5 * (a[here - m] + a[(size_t)here + m]);
    }
}

void points(unsigned n, unsigned m)
{
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    for (unsigned d = 0; d < 3; d++) {
      c[3 * i + d] = 0.0;
      for (unsigned p = first[i]; p < m; p++)
        c[3 * i + d] += b[3 * p + d];
    }
}
