/* Factorisations in rows whose number is a counter of a sequential loop: flat arrays, and arrays of variable size.
 * expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>

#define MOST 70

static void lower_upper(int n, double *a)
{
  for (int k = 0; k < n; k++) {
#pragma omp parallel for
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
}

static void symmetric(int n, double a[n][n])
{
  for (int k = 0; k < n; k++) {
#pragma omp parallel for
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++)
        a[i][j] -= a[i][k] * a[j][k] / a[k][k];
  }
}

/* rows that overlap where the matrix is narrower than its rows are taken to be */
static void overlapping(int n, int from, int width, double *a)
{
  for (int k = from; k < n; k++) {
#pragma omp parallel for
    for (int i = k + 1; i < n; i++)
      for (int j = 1; j < n; j++)
        a[i * width + j] = 0.5 * a[i * width + j] + 0.25 * a[k * width + j] + 0.125;
  }
}

/* each element needs the one before it: the loop inside is not parallel */
static double chained(int n, double a[n][n])
{
  double total = 0;

  for (int k = 1; k < n; k++) {
#pragma omp parallel for reduction(+ : total)
    for (int i = k; i < n; i++) {
      for (int j = 1; j < n; j++)
        a[i][j] = 0.25 * a[i][j] + 0.5 * a[i][j - 1];
      total += (int)(a[i][k] * 8);
    }
  }
  return total;
}

/* columns of one row each, in steps of two rows */
static void pairs(int n, int m, double *a)
{
  for (int k = 0; k + 1 < n; k += 2) {
#pragma omp parallel for
    for (int j = 0; j < m; j++)
      for (int l = 0; l < 2; l++)
        a[(k + l) * m + j] = (int)(a[(k + l) * m + j] * 4) % 7 + l * k;
  }
}

static void fill(int n, double *a)
{
  for (int i = 0; i < n * n; i++)
    a[i] = (i * 7 + i / n) % 13 * 0.25;
  for (int i = 0; i < n; i++)
    a[i * n + i] += 8 * n;
}

static void show(int n, const double *a)
{
  double total = 0;

  for (int i = 0; i < n * n; i++)
    total += a[i] * (1 + i % 5);
  printf("%.9g\n", total);
}

int main(void)
{
  double *a = malloc(MOST * MOST * sizeof *a);

  if (a == NULL)
    return 1;
  for (int n = 3; n <= MOST; n += 67) {
    fill(n, a);
    lower_upper(n, a);
    show(n, a);
    fill(n, a);
    symmetric(n, (double(*)[n])a);
    show(n, a);
    fill(n, a);
    overlapping(n / 2, 0, n, a);
    show(n, a);
    pairs(n, n, a);
    show(n, a);
    printf("%.9g\n", chained(n, (double(*)[n])a));
    show(n, a);
  }
  free(a);
  return 0;
}
