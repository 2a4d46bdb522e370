/* The two products of the biconjugate gradient method: s = A^T r and q = A p, on blocks from malloc. */
#include "polybench.h"

#ifndef N
#define N 256
#endif

static void fill(double *a, double *r, double *p)
{
  size_t i, j;

  for (i = 0; i < N; i++) {
    r[i] = (double)(i % 100) / 100.0;
    p[i] = (double)(i % 77) / 77.0;
    for (j = 0; j < N; j++)
      a[i * N + j] = (double)((i * (j + 1)) % N) / N;
  }
}

static void bicg(const double *a, const double *r, const double *p, double *s, double *q)
{
  size_t i, j;

#pragma omp parallel for private(i)
  for (j = 0; j < N; j++) {
    s[j] = 0.0;
    for (i = 0; i < N; i++)
      s[j] += r[i] * a[i * N + j];
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    q[i] = 0.0;
    for (j = 0; j < N; j++)
      q[i] += a[i * N + j] * p[j];
  }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);
  double *a = doubles((size_t)N * N), *r = doubles(N), *p = doubles(N), *s = doubles(N), *q = doubles(N);
  double checksum;

  while (left-- > 0) {
    fill(a, r, p);
    begin_timing();
    bicg(a, r, p, s, q);
    end_timing(touched(s, N) + touched(q, N));
  }
  checksum = checksum_of(s, N) + checksum_of(q, N);
  free(a);
  free(r);
  free(p);
  free(s);
  free(q);
  return report("bicg", N, checksum);
}
