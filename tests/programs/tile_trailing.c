/* Blocked factorizations in one array: a panel, and a trailing update that reads the panel's rows and columns of the
 * array that it writes; a triangle of it; a last block that is shorter; one update that reads what it writes.  expect: offloaded=6 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 150, B = 24 };

static double square[N][N];

static void panel(double *a, int ld, int n, int from, int to)
{
  for (int k = from; k < to; k++)
    for (int i = k + 1; i < n; i++) {
      a[i * ld + k] /= a[k * ld + k];
      for (int j = k + 1; j < to; j++)
        a[i * ld + j] -= a[i * ld + k] * a[k * ld + j];
    }
}

/* LU, in an array of rows of known length. */
static void rows_of_known_length(int n)
{
  for (int from = 0; from < n; from += B) {
    int to = from + B < n ? from + B : n;
    panel(&square[0][0], N, n, from, to);
#pragma omp parallel for
    for (int j = to; j < n; j++)
      for (int k = from; k < to; k++)
        for (int i = k + 1; i < to; i++)
          square[i][j] -= square[i][k] * square[k][j];
#pragma omp parallel for
    for (int i = to; i < n; i++)
      for (int j = to; j < n; j++)
        for (int k = from; k < to; k++)
          square[i][j] -= square[i][k] * square[k][j];
  }
}

/* LU, in a flat array with a leading dimension. */
static void flat(double *a, int ld, int n, int width)
{
  for (int from = 0; from < n; from += width) {
    int to = from + width < n ? from + width : n;
    panel(a, ld, n, from, to);
#pragma omp parallel for
    for (int j = to; j < n; j++)
      for (int k = from; k < to; k++)
        for (int i = k + 1; i < to; i++)
          a[i * ld + j] -= a[i * ld + k] * a[k * ld + j];
#pragma omp parallel for collapse(2)
    for (int i = to; i < n; i++)
      for (int j = to; j < n; j++) {
        double s = a[i * ld + j];
        for (int k = from; k < to; k++)
          s -= a[i * ld + k] * a[k * ld + j];
        a[i * ld + j] = s;
      }
  }
}

/* Cholesky's: the lower triangle of what is left, by rows of the panel twice. */
static void cholesky(double *a, int n, int width)
{
  for (int from = 0; from < n; from += width) {
    int to = from + width < n ? from + width : n;
    for (int k = from; k < to; k++) {
      a[k * n + k] = sqrt(a[k * n + k]);
      for (int i = k + 1; i < n; i++)
        a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < to; j++)
        for (int i = j; i < n; i++)
          a[i * n + j] -= a[i * n + k] * a[j * n + k];
    }
#pragma omp parallel for
    for (int i = to; i < n; i++)
      for (int j = to; j <= i; j++)
        for (int k = from; k < to; k++)
          a[i * n + j] -= a[i * n + k] * a[j * n + k];
  }
}

/* The last column of the sum is the first one that is written: only iterations of one row follow each other. */
static void meets_itself(int n, int from, int to)
{
#pragma omp parallel for
  for (int i = to; i < n; i++)
    for (int j = to; j < n; j++)
      for (int k = from; k <= to; k++)
        square[i][j] += square[i][k] * square[k - from][j];
}

static void fill(double *a, int ld)
{
  for (int i = 0; i < N * ld; i++)
    a[i] = i % (ld + 1) == 0 ? 4.0 * N : 0.0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i * ld + j] += 1.0 / (1 + abs(i - j));
}

static void show(const char *name, const double *a, int ld)
{
  double s = 0, t = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      s += a[i * ld + j] * (i % 7 - 2);
      t += a[i * ld + j] * (j % 5 - 1);
    }
  printf("%s %.10g %.10g\n", name, s, t);
}

int main(void)
{
  int ld = N + 3;
  double *a = malloc(sizeof *a * N * ld);
  if (!a)
    return 1;
  fill(&square[0][0], N);
  rows_of_known_length(N);
  show("rows_of_known_length", &square[0][0], N);
  fill(a, ld);
  flat(a, ld, N, 40);
  show("flat", a, ld);
  fill(a, N);
  cholesky(a, N, 33);
  show("cholesky", a, N);
  meets_itself(N, 3, 60);
  show("meets_itself", &square[0][0], N);
  free(a);
  return 0;
}
