/* Matrix product.  expect: offloaded=1 */
#include <stdio.h>

#define N 60

static double a[N][N], b[N][N], c[N][N];

int main(void)
{
  int i, j, k;
  double trace = 0.0;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      a[i][j] = (i + j) % 7 - 3.0;
      b[i][j] = (i * j) % 5 + 0.5;
    }
#pragma omp parallel for private(j, k)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      double sum = 0.0;

      for (k = 0; k < N; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  for (i = 0; i < N; i++)
    trace += c[i][i];
  printf("%.12g %.12g %.12g\n", trace, c[0][N - 1], c[N / 2][3]);
  return 0;
}
