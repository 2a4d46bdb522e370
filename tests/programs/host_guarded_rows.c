/* Rows and members that loops read under conditions, and whose subscripts lead far away where they don't.
 * expect: offloaded=4
 */
#include <stdio.h>
#include <stdlib.h>

enum { M = 200, ROWS = 4, LENGTH = 8, FAR = 1 << 27 };

struct row {
  int n;
  unsigned kind : 3;
  double *v;
};

struct all {
  struct row *list;
  double **rows;
  int count;
};

static double *fixed[ROWS];
static int lengths[ROWS] = {1, 2, 3, 4};

static void members(const struct all *all, int k, double *y)
{
#pragma omp parallel for
  for (int i = 0; i < M; i++) {
    y[i] += 1.0;
    if (k < all->count) {
      const struct row *row = &all->list[k];
      for (int j = 0; j < row->n; j++)
        y[i] += row->v[j] * row->kind;
    }
  }
}

static void rows(const struct all *all, int k, int l, double *y)
{
#pragma omp parallel for
  for (int i = 0; i < M; i++) {
    double left = k < all->count ? all->rows[k][i % LENGTH] : 0.5;
    double right = l < all->count ? all->rows[l][i % LENGTH] : 0.25;
    y[i] += left * right;
  }
}

static void statics(int k, double *y)
{
#pragma omp parallel for
  for (int i = 0; i < M; i++) {
    if (k < ROWS)
      y[i] += fixed[k][i % lengths[k]];
    else
      y[i] -= 1.0;
  }
}

static void sums(double **table, const int *which, int n, int k, double *y)
{
#pragma omp parallel for
  for (int i = 0; i < M; i++)
    for (int j = 0; j < n; j++)
      y[i] += table[which[k]][j];
}

int main(void)
{
  struct all all = {malloc(ROWS * sizeof(struct row)), malloc(ROWS * sizeof(double *)), ROWS};
  int which[2] = {2, FAR};
  double *y = calloc(M, sizeof *y), sum = 0.0;
  for (int k = 0; k < ROWS; k++) {
    fixed[k] = all.rows[k] = all.list[k].v = malloc(LENGTH * sizeof(double));
    all.list[k].n = k + 1;
    all.list[k].kind = (unsigned)k;
    for (int j = 0; j < LENGTH; j++)
      fixed[k][j] = k + j;
  }
  members(&all, 2, y);
  members(&all, FAR, y);
  members(&all, ROWS, y);
  rows(&all, 1, 3, y);
  rows(&all, FAR, 2, y);
  rows(&all, 0, ROWS, y);
  statics(3, y);
  statics(FAR, y);
  sums(all.rows, which, LENGTH, 0, y);
  sums(all.rows, which, 0, 1, y);
  for (int i = 0; i < M; i++)
    sum += y[i] * (i % 7);
  printf("%.3f\n", sum);
  return 0;
}
