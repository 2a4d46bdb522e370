/* One row of a table is subtracted from those behind it: the kernel's entries of the table don't lead to that row,
 * wherever exchanges have put it.
 * expect: offloaded=4 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 60 };

static double **matrix(int n)
{
  double **a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++) {
    a[i] = malloc(n * sizeof **a);
    for (int j = 0; j < n; j++)
      a[i][j] = (i * 7 + j * j * 3) % 11 + (i + j == n - 1 ? 50 : 0);
  }
  return a;
}

static void exchange(double **a, double *b, int one, int other)
{
  double *row = a[one], value = b[one];
  a[one] = a[other];
  a[other] = row;
  b[one] = b[other];
  b[other] = value;
}

/* With the largest element of each column as the divisor. */
static void solve(double **a, double *b, double *x, int n)
{
  for (int k = 0; k < n - 1; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i][k]) > fabs(a[p][k]))
        p = i;
    if (p != k)
      exchange(a, b, p, k);
#pragma omp parallel for schedule(static)
    for (int i = k + 1; i < n; i++) {
      double factor = a[i][k] / a[k][k];
      for (int j = k; j < n; j++)
        a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    double sum = b[i];
#pragma omp parallel for reduction(- : sum)
    for (int j = i + 1; j < n; j++)
      sum -= a[i][j] * x[j];
    x[i] = sum / a[i][i];
  }
}

/* The rows above, too, and a row that is divided before. */
static void invert(double **a, int n)
{
  for (int k = 0; k < n; k++) {
    double divisor = a[k][n - 1 - k];
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      a[k][j] /= divisor;
#pragma omp parallel for
    for (int i = 0; i < k; i++) {
      double factor = a[i][n - 1 - k];
      for (int j = 0; j < n; j++)
        a[i][j] -= factor * a[k][j];
    }
  }
}

int main(void)
{
  double **a = matrix(N), **c = matrix(N), b[N], x[N] = {0}, check = 0;
  for (int i = 0; i < N; i++)
    b[i] = i % 5 + 1;
  solve(a, b, x, N);
  for (int i = 0; i < N; i++)
    check += x[i] * (i % 4 + 1);
  printf("%.9g\n", check);
  invert(c, N);
  for (int i = 0; i < N; i++)
    check += c[i][i] + c[i][N - 1 - i];
  printf("%.9g\n", check);
  return 0;
}
