/* Assertions that hold: in loops, nests, functions, with reductions, and in expressions.
 * expect: offloaded=6 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define N 60

static double a[N][N], v[N];

static int bounded(int i, int n)
{
  assert(i >= 0 && i < n);
  return i;
}

static void scale(double *row, int n, double by)
{
  int j;

  for (j = 0; j < n; j++) {
    assert(row[j] < 1e6);
    row[bounded(j, n)] *= by;
  }
}

static double *checked(double *p, int i)
{
  if (p == NULL) {
    fprintf(stderr, "no memory for %d\n", i);
    exit(1);
  }
  return p + i;
}

int main(void)
{
  int i, j;
  double sum = 0, top = 0, *p = malloc(N * sizeof *p);

#pragma omp parallel for collapse(2)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      assert(i != j || i == j);
      a[i][j] = i - j;
    }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      assert(a[i][j] == i - j);
      a[i][bounded(j, N)] += 1 + bounded(i, N) * bounded(j, N);
    }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    scale(a[i], N, 0.5);
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    double *at = checked(p, i);
    *at = *checked(v, i) + i;
  }
#pragma omp parallel for reduction(+ : sum) private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      assert(a[i][j] > -N);
      sum += a[i][j] * *checked(p, j);
    }
#pragma omp parallel for reduction(max : top) reduction(+ : sum)
  for (i = 0; i < N; i++) {
    int k = bounded(i, N);
    if (bounded(k + 0, N) == i && p[k] > top)
      top = p[k];
    sum += k;
  }
  printf("%g %g\n", sum, top);
  free(p);
  return 0;
}
