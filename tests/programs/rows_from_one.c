/* Matrices whose rows and columns begin at 1, as books of recipes allocate them: the entry before the first row is
 * never set.
 *
 * expect: offloaded=4
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double **matrix(long rl, long rh, long cl, long ch)
{
  long rows = rh - rl + 1, columns = ch - cl + 1;
  double **m = malloc((rows + 1) * sizeof *m);
  memset(m, 0x5a, (rows + 1) * sizeof *m); /* no address of anything */
  m += 1;
  m -= rl;
  m[rl] = malloc((rows * columns + 1) * sizeof **m);
  m[rl] += 1;
  m[rl] -= cl;
  for (long i = rl + 1; i <= rh; i++)
    m[i] = m[i - 1] + columns;
  return m;
}

static double entry(double **a, int i, int j)
{
  return a[i][j] + a[i][1];
}

static void smooth(double **a, double **b, int n, int m)
{
#pragma omp parallel for
  for (int i = 2; i <= n - 1; i++) {
    double *p = &a[i][1], *end = &a[i][m], *q = b[i] + 1;
    while (p <= end)
      *q++ = 0.5 * *p++;
  }
#pragma omp parallel for
  for (int j = 1; j <= m; j++)
    b[1][j] = b[n][j] = entry(a, 1, j) - entry(a, n, j);
}

int main(void)
{
  int n = 9, m = 7;
  double **a = matrix(1, n, 1, m), **b = matrix(1, n, 1, m), sum = 0;
#pragma omp parallel for
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      a[i][j] = 10 * i + j;
  smooth(a, b, n, m);
#pragma omp parallel for reduction(+ : sum)
  for (int i = n; i >= 1; i--)
    for (int j = 1; j <= m; j++)
      sum += b[i][j] * (i + 2 * j);
  printf("%g\n", sum);
  return 0;
}
