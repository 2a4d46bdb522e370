/* Allocating functions in several forms: an address that posix_memalign stores, a status and a parameter that gets the
   block, and a pointer to malloc.  What they return is different memory.  expect: offloaded=3 */
#define _POSIX_C_SOURCE 200112L
#include <stdio.h>
#include <stdlib.h>

enum { N = 72 };

static void *aligned(size_t bytes)
{
  void *block = NULL;
  int failed = posix_memalign(&block, 64, bytes);
  if (failed || block == NULL) {
    fputs("no memory\n", stderr);
    exit(1);
  }
  return block;
}

static int try_again(double **block, size_t count)
{
  int tries = 4;
  if (block == NULL)
    return 2;
  while ((*block = malloc(count * sizeof **block)) == NULL)
    if (--tries == 0)
      return 1;
  return 0;
}

static int vector(double **block, size_t count)
{
  return count == 0 ? 3 : try_again(block, count);
}

static void *(*allocate)(size_t) = malloc;

static double *counted(int n)
{
  double *block = allocate((size_t)n * sizeof *block);
  return block != NULL ? block : NULL;
}

static void product(double (*c)[N], double (*a)[N], double (*b)[N])
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] *= 0.5;
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

static void combine(double *z, const double *x, const double *y, int n)
{
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    z[i] = x[i - 1] + y[n - i];
}

static void twice(double *z, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    z[i] *= 2;
}

int main(void)
{
  double(*a)[N] = aligned(sizeof(double[N][N])), (*b)[N] = aligned(sizeof(double[N][N])),
  (*c)[N] = aligned(sizeof(double[N][N]));
  double *x, *y, *z = counted(N), *w = counted(N);
  if (vector(&x, N) || vector(&y, N) || z == NULL || w == NULL)
    return 1;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      a[i][j] = (i * j) % 5;
      b[i][j] = (i + j) % 7;
      c[i][j] = i - j;
    }
    x[i] = i;
    y[i] = 3 * i;
    z[i] = w[i] = 0;
  }
  product(c, a, b);
  combine(z, x, y, N);
  combine(w, z, x, N);
  twice(w, N);
  printf("%g %g %g %g\n", c[3][4], c[N - 1][N - 2], z[7], w[9]);
  free(a);
  free(b);
  free(c);
  free(x);
  free(y);
  free(z);
  free(w);
  return 0;
}
