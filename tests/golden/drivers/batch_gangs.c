#include "../transforms/batch/gangs.c"

#include <stdio.h>
#include <stdlib.h>

/* Rows of a grid of `n` times `n` points, each of which needs points before it; its levels are diagonals. */
static void grid(int n, int reach)
{
  int rows = n * n, last = 0, levels = 2 * n - 1;
  int *level = calloc(levels + 1, sizeof *level), *order = calloc(rows, sizeof *order);
  int *row = calloc(rows + 1, sizeof *row), *column = calloc((size_t)rows * 2 * reach, sizeof *column);
  double *a = calloc((size_t)rows * 2 * reach, sizeof *a), *x = calloc(rows, sizeof *x), total = 0.0;

  for (int i = 0; i < rows; i++) {
    for (int k = 1; k <= reach; k++) {
      if (i / n >= k) {
        a[last] = 0.25 / k;
        column[last++] = i - k * n;
      }
      if (i % n >= k) {
        a[last] = -0.125 * k;
        column[last++] = i - k;
      }
    }
    row[i + 1] = last;
    x[i] = 1.0 + i % 5;
  }
  for (int l = 0, k = 0; l < levels; l++) {
    for (int i = 0; i < n; i++)
      if (l >= i && l - i < n)
        order[k++] = i * n + l - i;
    level[l + 1] = k;
  }
  solve(levels, level, order, row, column, a, x);
  for (int i = 0; i < rows; i++)
    total += x[i] * (i % 9 + 1);
  printf("%d %d: %.10g\n", n, reach, total);
  free(level);
  free(order);
  free(row);
  free(column);
  free(a);
  free(x);
}

int main(void)
{
  enum { N = 24, M = 40 };
  double *weight = calloc(M, sizeof *weight), *y = calloc(N * M, sizeof *y), total = 0.0;

  grid(20, 2);
  grid(30, 12);
  grid(40, 30);
  for (int i = 0; i < M; i++)
    weight[i] = 0.001 * (i % 7);
  for (int i = 0; i < N * M; i++)
    y[i] = i % 5;
  sums(N, M, weight, y);
  for (int i = 0; i < N * M; i++)
    total += y[i] * (i % 9 + 1);
  printf("%.10g\n", total);
  free(weight);
  free(y);
  return 0;
}
