/* Two matrix products: D = alpha A B C + beta D, on blocks from malloc. */
#include "polybench.h"

#ifndef N
#define N 128
#endif

static double *a, *b, *c, *d, *product;

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      a[i * N + j] = (double)((i * j + 1) % N) / N;
      b[i * N + j] = (double)((i * (j + 1)) % N) / N;
      c[i * N + j] = (double)((i * (j + 3) + 1) % N) / N;
      d[i * N + j] = (double)((i * (j + 2)) % N) / N;
    }
}

static void two_products(double alpha, double beta)
{
  int i, j, k;

#pragma omp parallel private(i, j, k)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++) {
        double sum = 0.0;

        for (k = 0; k < N; k++)
          sum += a[i * N + k] * b[k * N + j];
        product[i * N + j] = alpha * sum;
      }
#pragma omp for
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++) {
        double sum = beta * d[i * N + j];

        for (k = 0; k < N; k++)
          sum += product[i * N + k] * c[k * N + j];
        d[i * N + j] = sum;
      }
  }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);
  double checksum;

  a = doubles((size_t)N * N);
  b = doubles((size_t)N * N);
  c = doubles((size_t)N * N);
  d = doubles((size_t)N * N);
  product = doubles((size_t)N * N);
  while (left-- > 0) {
    fill();
    begin_timing();
    two_products(1.5, 1.2);
    end_timing(touched(d, (size_t)N * N));
  }
  checksum = checksum_of(d, (size_t)N * N);
  free(a);
  free(b);
  free(c);
  free(d);
  free(product);
  return report("2mm", N, checksum);
}
