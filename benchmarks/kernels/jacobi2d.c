/* Jacobi iteration on an n x n grid: `jacobi2d [n [steps]]`.
 *
 * Five points a cell and two buffers whose pointers are swapped: little arithmetic for its memory traffic.  The time
 * is that of all steps and of reading the result, after an untimed step.
 */
#include "clock.h"

static void start(int n, double *u, double *next)
{
  long i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      u[i * n + j] = next[i * n + j] = (i == 0 || j == 0) ? 1.0 + 0.001 * (double)(i + j) : 0.0;
}

static void step(int n, const double *u, double *next)
{
  long i, j;

#pragma omp parallel for private(j)
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++)
      next[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}

static double checksum(int n, const double *u)
{
  double sum = 0.0;
  long i;

#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < (long)n * n; i++)
    sum += u[i] * (double)(i % 7 + 1);
  return sum;
}

int main(int count, char **arguments)
{
  int n = size_argument(count, arguments, 1, 500);
  int steps = size_argument(count, arguments, 2, 100);
  int k;
  double *u = doubles((size_t)n * (size_t)n), *next = doubles((size_t)n * (size_t)n), *swap;
  double begin, sum;

  start(n, u, next);
  step(n, u, next);
  checksum(n, next);
  start(n, u, next);

  begin = seconds_now();
  for (k = 0; k < steps; k++) {
    step(n, u, next);
    swap = u;
    u = next;
    next = swap;
  }
  sum = checksum(n, u);
  print_result("jacobi2d", n, sum, seconds_now() - begin);
  free(u);
  free(next);
  return 0;
}
