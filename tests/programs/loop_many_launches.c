/* Two loops that are launched often, one of them over a triangle of sizes.  expect: offloaded=2 */
#include <stdio.h>

#define N 65

static double a[N][N], b[N][N];

int main(void)
{
  double check = 0.0;
  int i, j, step;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      a[i][j] = i * j % 17;
  for (step = 0; step < 45; step++) {
#pragma omp parallel for private(j)
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
#pragma omp parallel for private(j)
    for (i = 1; i < N - 1 - step; i++)
      for (j = 1; j < N - 1; j++)
        a[i][j] = b[i][j];
  }
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      check += a[i][j] * ((i + j) % 5);
  printf("%.12g\n", check);
  return 0;
}
