/* Variable-length arrays of one and two dimensions.  expect: offloaded=2 */
#include <stdio.h>

static double work(int n, int m)
{
  double a[n][m], b[n];
  double sum = 0.0;
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      a[i][j] = i - 2.0 * j;
#pragma omp parallel for private(j)
  for (i = 0; i < n; i++) {
    b[i] = 0.0;
    for (j = 0; j < m; j++)
      b[i] += a[i][j] * a[i][j];
  }
  for (i = 0; i < n; i++)
    sum += b[i] * (i + 1);
  return sum + a[n - 1][m - 1];
}

int main(void)
{
  printf("%.12g\n", work(5, 9));
  printf("%.12g\n", work(20, 3));
  printf("%.12g\n", work(1, 1));
  return 0;
}
