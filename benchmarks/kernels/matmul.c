/* Product of two n x n matrices of doubles: `matmul [n]`.
 *
 * The time is that of one product and of reading the result, after an untimed one.
 */
#include "clock.h"

static void multiply(int n, const double *a, const double *b, double *c)
{
  long i, j, k;

#pragma omp parallel for private(j, k)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      double sum = 0.0;

      for (k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

static double checksum(int n, const double *c)
{
  double sum = 0.0;
  long i;

  for (i = 0; i < (long)n * n; i++)
    sum += c[i] * (double)(i % 7 + 1);
  return sum;
}

int main(int count, char **arguments)
{
  int n = size_argument(count, arguments, 1, 300);
  long i, cells = (long)n * n;
  double *a = doubles((size_t)cells), *b = doubles((size_t)cells), *c = doubles((size_t)cells);
  double begin, sum;

  for (i = 0; i < cells; i++) {
    a[i] = (double)(i % 13) - 6.0;
    b[i] = (double)(i % 17) * 0.25;
  }
  multiply(n, a, b, c);
  checksum(n, c);

  a[0] = 1.0;
  begin = seconds_now();
  multiply(n, a, b, c);
  sum = checksum(n, c);
  print_result("matmul", n, sum, seconds_now() - begin);
  free(a);
  free(b);
  free(c);
  return 0;
}
