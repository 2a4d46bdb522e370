/* Eliminations whose pivots the host looks for in a column, between launches: of an allocated matrix, and of one in a
 * structure, with functions that look for the pivot and exchange rows.
 *
 * expect: offloaded=2 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 160 };

typedef struct {
  int rows, cols;
  double *data;
} matrix;

static double start(int i, int j) { return (i * 37 + j * 11) % 101 + (i == j) * 3; }

static void factor(double *a, int *pivots, int n)
{
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i * n + k]) > fabs(a[p * n + k]))
        p = i;
    pivots[k] = p;
    if (p != k)
      for (int j = 0; j < n; j++) {
        double t = a[k * n + j];
        a[k * n + j] = a[p * n + j];
        a[p * n + j] = t;
      }
    double r = 1 / a[k * n + k];
    for (int i = k + 1; i < n; i++)
      a[i * n + k] *= r;
#pragma omp parallel for
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
}

static int pivot(const matrix *m, int k)
{
  int p = k;
  for (int i = k + 1; i < m->rows; i++)
    p = fabs(m->data[i * m->cols + k]) > fabs(m->data[p * m->cols + k]) ? i : p;
  return p;
}

static void exchange(matrix *m, int r, int s)
{
  for (int j = 0; j < m->cols; j++) {
    double t = m->data[r * m->cols + j];
    m->data[r * m->cols + j] = m->data[s * m->cols + j];
    m->data[s * m->cols + j] = t;
  }
}

static double determinant(matrix *m)
{
  double sum = 0;
  for (int k = 0; k < m->rows; k++) {
    int p = pivot(m, k);
    if (p != k)
      exchange(m, k, p);
    double d = m->data[k * m->cols + k];
    sum += log(fabs(d)) + (p != k);
#pragma omp parallel for
    for (int i = k + 1; i < m->rows; i++) {
      double f = m->data[i * m->cols + k] / d;
      for (int j = k; j < m->cols; j++)
        m->data[i * m->cols + j] -= f * m->data[k * m->cols + j];
    }
  }
  return sum;
}

int main(void)
{
  double *a = malloc(N * N * sizeof *a), sum = 0;
  int pivots[N];
  matrix m = {N, N, malloc(N * N * sizeof(double))};
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i * N + j] = m.data[i * N + j] = start(i, j);
  factor(a, pivots, N);
  for (int i = 0; i < N; i++)
    sum += log(fabs(a[i * N + i])) + pivots[i] % 3;
  printf("%.6g %.6g\n", sum, determinant(&m));
}
