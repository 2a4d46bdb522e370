/* Pointers and parameters to rows of variable length.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

static void scale(int n, int m, double a[n][m], double factor)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      a[i][j] = factor * (i + j) + a[i][j];
}

int main(void)
{
  int i, j, n = 9, m = 14;
  double(*a)[m] = calloc(n, sizeof *a);
  double column[14];

  if (!a)
    return 1;
  scale(n, m, a, 0.5);
  scale(n, m, a, 2.0);
#pragma omp parallel for private(i)
  for (j = 0; j < m; j++) {
    column[j] = 0.0;
    for (i = 0; i < n; i++)
      column[j] += a[i][j];
  }
  for (j = 0; j < m; j++)
    printf("%.12g %.12g\n", a[8][j], column[j]);
  free(a);
  return 0;
}
