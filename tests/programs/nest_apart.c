/* Arrays that a function gets and that are apart in most calls, but not in all.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

#define N 40

static double a[N][N], b[N][N];

/* Iterations over j depend on each other where both are the same. */
static void shift(double from[N][N], double to[N][N])
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 1; j < N; j++)
      to[i][j] = 0.5 * from[i][j - 1] + j;
}

static void add(int rows, const double *from, double *to)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < rows; i++)
    for (j = 0; j < N; j++)
      to[i * N + j] += 3.0 * from[j] + i;
}

static double sum_of(const double *values, int count)
{
  double sum = 0.0;
  int i;

  for (i = 0; i < count; i++)
    sum += values[i] * (i % 7 + 1);
  return sum;
}

int main(void)
{
  double *block = malloc(sizeof(double) * 3 * N * N), *other = malloc(sizeof(double) * N * N);
  int i;

  for (i = 0; i < N * N; i++) {
    a[i / N][i % N] = i % 13;
    b[i / N][i % N] = i % 17;
    block[i] = other[i] = i % 5;
    block[i + N * N] = i % 6;
    block[i + 2 * N * N] = i % 7;
  }
  shift(a, b);
  shift(b, a);
  printf("%.12g %.12g\n", sum_of(a[0], N * N), sum_of(b[0], N * N));
  shift(a, a);
  printf("%.12g %.12g\n", sum_of(a[0], N * N), sum_of(b[0], N * N));
  add(N, block, block + N * N);
  add(N, other, block);
  add(N, block + N * N, other);
  add(1, block + 5, block + N);
  add(1, block + 1, block);
  printf("%.12g %.12g\n", sum_of(block, 3 * N * N), sum_of(other, N * N));
  free(block);
  free(other);
  return 0;
}
