/* A matrix product that is launched often enough for all sizes of blocks to be tried.
   expect: offloaded=1 */
#include <stdio.h>

enum { N = 66, TIMES = 14 };

static double a[N][N], b[N][N], c[N][N];

int main(void)
{
  double sum = 0.0;
  int i, j, k, time;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      a[i][j] = i * j % 7;
      b[i][j] = (i + j) % 5;
    }
  for (time = 0; time < TIMES; time++)
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++) {
        double product = 0.0;

        for (k = 0; k < N; k++)
          product += a[i][k] * b[k][j];
        c[i][j] += product;
      }
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      sum += c[i][j] * (i ^ j);
  printf("%.1f\n", sum);
  return 0;
}
