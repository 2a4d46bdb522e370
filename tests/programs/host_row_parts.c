/* Host code that touches parts of rows which tables lead to, between loops: columns at the border, blocks on the
 * diagonal, some rows of many. The rows are in one array, in small arrays of their own, in large ones, in a triangle,
 * or begin at 1.
 * expect: offloaded=4 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 70, WIDE = 9000, STEPS = 3, BLOCK = 16 };

static void interior(double **u, int first, int rows, int columns) {
#pragma omp parallel for
  for (int i = first + 1; i < rows - 1; i++)
    for (int j = first + 1; j < columns - 1; j++)
      u[i][j] = 0.5 * u[i][j] + i - 0.25 * j;
}

/* Both columns at the border, and one row. */
static double border(double **u, int first, int rows, int columns) {
  double sum = 0;
  for (int i = first; i < rows; i++) {
    u[i][first] = 0.5 * u[i][first + 1];
    u[i][columns - 1] = u[i][columns - 2] + 1;
    sum += u[i][first];
  }
  for (int j = first; j < columns; j++)
    u[first][j] = u[first + 1][j] + 1;
  return sum;
}

static double middle(double **u, int from, int to, int columns) {
  double sum = 0;
  for (int i = from; i < to; i++)
    for (int j = columns / 2; j < columns / 2 + 5; j++)
      u[i][j] += 1, sum += u[i + 1][j - 1];
  return sum;
}

static void steps(const char *name, double **u, int first, int rows, int columns) {
  double sum = 0;
  for (int i = first; i < rows; i++)
    for (int j = first; j < columns; j++)
      u[i][j] = (i * 7 + j) % 13;
  for (int step = 0; step < STEPS; step++) {
    interior(u, first, rows, columns);
    sum += border(u, first, rows, columns);
    interior(u, first, rows, columns);
    sum += middle(u, first + 3, first + 5 + step, columns);
    sum += middle(u, first + 9, first + 9 - step, columns); /* no row */
    if (step == 1) { /* the table changes */
      double *row = u[first + 2];
      u[first + 2] = u[first + 3], u[first + 3] = row;
    }
  }
  interior(u, first, rows, columns);
  for (int i = first; i < rows; i++)
    for (int j = first; j < columns; j++)
      sum += u[i][j] * (i + 2 * j);
  printf("%s %.10g\n", name, sum);
}

/* Cholesky's factorization by blocks: the host has those on the diagonal. */
static void factor(double **a, int n) {
  for (int k = 0; k < n; k += BLOCK) {
    const int end = k + BLOCK < n ? k + BLOCK : n;
    for (int j = k; j < end; j++) {
      for (int p = k; p < j; p++)
        a[j][j] -= a[j][p] * a[j][p];
      a[j][j] = sqrt(a[j][j]);
      for (int i = j + 1; i < end; i++) {
        for (int p = k; p < j; p++)
          a[i][j] -= a[i][p] * a[j][p];
        a[i][j] /= a[j][j];
      }
    }
#pragma omp parallel for
    for (int i = end; i < n; i++)
      for (int j = k; j < end; j++) {
        double t = a[i][j];
        for (int p = k; p < j; p++)
          t -= a[i][p] * a[j][p];
        a[i][j] = t / a[j][j];
      }
#pragma omp parallel for
    for (int i = end; i < n; i++)
      for (int j = end; j <= i; j++) {
        double t = 0;
        for (int p = k; p < end; p++)
          t += a[i][p] * a[j][p];
        a[i][j] -= t;
      }
  }
}

static void triangle(const char *name, double **a) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = i == j ? N : 1.0 / (1 + i + j);
  factor(a, N);
  for (int i = 0; i < N; i++)
    sum += log(a[i][i]) + a[i][i / 2];
  printf("%s %.10g\n", name, sum);
}

/* The bound is more than the table has. */
static double some(double **u, int rows, int bound) {
  double sum = 0;
  for (int i = 0; i < bound; i++)
    if (i < rows)
      u[i][1] += 1, sum += u[i][2];
  return sum;
}

static void short_table(double *all) {
  enum { ROWS = 6 };
  double **u = malloc(ROWS * sizeof *u), sum = 0;
  for (int i = 0; i < ROWS; i++)
    u[i] = all + i * 300;
  for (int step = 0; step < STEPS; step++) {
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++)
      for (int j = 0; j < 300; j++)
        u[i][j] = 0.5 * u[i][j] + i - 0.25 * j;
    sum += some(u, ROWS, 50);
  }
  printf("short %.10g\n", sum);
  free(u);
}

static double **table(int rows, int columns, double *all) {
  double **made = malloc(rows * sizeof *made);
  for (int i = 0; i < rows; i++)
    made[i] = all != NULL ? all + (size_t)i * columns : calloc(columns, sizeof **made);
  return made;
}

int main(void) {
  double *all = calloc((N + 1) * 300, sizeof *all);
  double **one = table(N, 300, all), **small = table(N, 20, NULL), **large = table(12, WIDE, NULL);
  double **ones = table(N + 1, 299, all), **square = table(N, N, calloc(N * N, sizeof(double)));
  double **rows = malloc(N * sizeof *rows);
  for (int i = N; i > 0; i--)
    ones[i] = ones[i - 1] - 1; /* from 1 to N, and to 299 */
  ones[0] = NULL;
  for (int i = 0; i < N; i++)
    rows[i] = malloc((i + 1) * sizeof **rows);
  steps("one array", one, 0, N, 300);
  steps("small rows", small, 0, N, 20);
  steps("large rows", large, 0, 12, WIDE);
  steps("from 1", ones, 1, N, 299);
  short_table(all);
  triangle("square", square);
  triangle("triangle", rows);
  return 0;
}
