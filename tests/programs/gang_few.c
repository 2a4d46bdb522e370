/* Systems and products whose columns are beside each other: neighbouring iterations access neighbouring elements, and their inner loops
 * do not.  Few iterations share their sums all the same.  expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 45, MANY = 1100 };

static double a[N][N];

/* Back substitution with a column for each right-hand side. */
static void solve(double *x, int n, int count)
{
#pragma omp parallel for
  for (int c = 0; c < count; c++)
    for (int i = n - 1; i >= 0; i--) {
      double s = x[i * count + c];
      for (int k = i + 1; k < n; k++)
        s -= a[i][k] * x[k * count + c];
      x[i * count + c] = (double)((int)s % 9);
    }
}

/* Columns times a triangle, in place, in one array with all columns. */
static void product(double (*x)[MANY], int n, int count)
{
#pragma omp parallel for
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++)
      for (int k = i + 1; k < n; k++)
        x[i][c] += a[k][i] * x[k][c];
}

/* A symmetric matrix of which a half is stored: one loop adds up, and changes what is above. */
static void symmetric(double (*x)[MANY], double (*y)[MANY], int n, int count)
{
#pragma omp parallel for
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++) {
      double t = 0;
      for (int k = 0; k < i; k++) {
        y[k][c] += x[i][c] * a[i][k];
        t += x[k][c] * a[i][k];
      }
      y[i][c] += x[i][c] * a[i][i] + t;
    }
}

/* Each column waits for the sum of its last step. */
static void steps(double (*x)[MANY], int n, int count)
{
#pragma omp parallel for
  for (int c = 0; c < count; c++) {
    double last = 1;
    for (int i = 1; i < n; i++) {
      double s = 0;
      for (int k = 0; k < i; k++)
        s += x[k][c] * a[k][i];
      x[i][c] += last;
      last = (double)((int)s % 5);
    }
  }
}

/* The sum runs over the coordinates of a point: no lanes. */
static void points(double (*x)[MANY], int n, int dimensions, int count)
{
#pragma omp parallel for
  for (int c = 0; c < count; c++)
    for (int i = 1; i < n; i++) {
      double s = 0;
      for (int d = 0; d < dimensions; d++)
        s += (x[d][c] - a[i][d]) * (x[d][c] - a[i][d]);
      if (s < x[n][c])
        x[n][c] = s;
    }
}

static double x[N][MANY], y[N][MANY];

static void show(const char *name, int count)
{
  double s = 0, t = 0;
  for (int i = 0; i < N; i++)
    for (int c = 0; c < count; c++) {
      s += x[i][c] * ((i + c) % 7 - 2);
      t += y[i][c] * ((i + 2 * c) % 5 - 1);
    }
  printf("%s %.17g %.17g\n", name, s, t);
}

int main(void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (i * 5 + j) % 3 - 1;
  for (int count = 30; count <= MANY; count += MANY - 30) {
    double *flat = malloc(sizeof *flat * N * count), sum = 0;
    if (!flat)
      return 1;
    for (int i = 0; i < N * count; i++)
      flat[i] = i % 7 - 3;
    for (int i = 0; i < N; i++)
      for (int c = 0; c < MANY; c++) {
        x[i][c] = (i * c) % 4 - 1;
        y[i][c] = (i + c) % 3;
      }
    solve(flat, N, count);
    for (int i = 0; i < N * count; i++)
      sum += flat[i] * (i % 5);
    printf("solve %.17g\n", sum);
    product(x, 12, count);
    show("product", count);
    symmetric(x, y, N, count);
    show("symmetric", count);
    steps(x, N, count);
    show("steps", count);
    points(x, N - 1, 3, count);
    show("points", count);
    free(flat);
  }
  return 0;
}
