/* Copies of parts of arrays, and none where two pointers lead to one; arrays that the host changes between.  expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define M 48

/* to may be from. */
static void shift(double (*to)[M], double (*from)[M], int n)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 1; j < M; j++)
      to[i][j] = to[i][j - 1] * 0.5 + from[i][j];
}

static void gather(double (*from)[M], double *sums, int n)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < n; i++) {
    double last = sums[i];

    for (j = 0; j < M; j++)
      last = last * 0.25 + from[i][j];
    sums[i] = last;
  }
}

static double whole(const double *from, int n)
{
  double sum = 0.0;
  int i;

  for (i = 0; i < n; i++)
    sum += from[i] * (i % 7);
  return sum;
}

int main(void)
{
  int n = 100, i, k, round;
  double *block = malloc((100 * M + 5) * sizeof *block), *other = malloc(100 * M * sizeof *other);
  double *sums = calloc(100, sizeof *sums), *again;

  for (i = 0; i < n * M + 5; i++)
    block[i] = i % 13 * 0.5;
  for (i = 0; i < n * M; i++)
    other[i] = i % 17;
  for (round = 0; round < 3; round++) {
    shift((double (*)[M])block, (double (*)[M])block, n);
    shift((double (*)[M])block, (double (*)[M])other, n);
    gather((double (*)[M])(other + M), sums, n - 1);
    gather((double (*)[M])(other + 2 * M), sums, n / 2);
    gather((double (*)[M])(block + 5), sums, n);
#pragma omp parallel for private(k)
    for (i = 0; i < n; i++)
      for (k = 0; k < M; k++)
        other[i * M + k] += block[i * M + k] * 0.125 + round;
    gather((double (*)[M])other, sums, n);
    other[3] = round;
    gather((double (*)[M])other, sums, n);
    printf("%.12g %.12g %.12g\n", whole(block, n * M + 5), whole(other, n * M), whole(sums, n));
    again = malloc(100 * M * sizeof *again);
    memcpy(again, other, 100 * M * sizeof *again);
    free(other);
    other = again;
#pragma omp parallel for
    for (i = 0; i < n * M; i++)
      other[i] = other[i] * 0.5 + 1.0;
    gather((double (*)[M])other, sums, n);
  }
#pragma omp parallel for
  for (i = 0; i < n; i++)
    sums[i] += 1.0;
  printf("%.12g\n", whole(sums, n));
  free(block);
  free(other);
  free(sums);
  return 0;
}
