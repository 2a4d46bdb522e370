/* expect: offloaded=1 kept=K015,K015
 * Pipelines that are no nests of tiles: rows that look to the right, and flags that are used for more. */
#include <stdio.h>

#define N 60

static int flag[N], weight[N];
static double a[N][N];

int main(void)
{
  double sum = 0;

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (i * j) % 7;
#pragma omp parallel
  {
#pragma omp for schedule(static, 1)
    for (int i = 1; i < N - 1; i++) {
      if (i > 1)
        while (!flag[i - 1]) {
#pragma omp flush
        }
      for (int j = 1; j < N - 1; j++)
        a[i][j] = 0.3 * (a[i - 1][j + 1] + a[i][j - 1] + a[i - 1][j]);
#pragma omp flush
      flag[i] = 1;
    }
#pragma omp for schedule(static, 1)
    for (int i = 1; i < N; i++) {
      if (i > 1)
        while (!weight[i - 1]) {
#pragma omp flush
        }
      for (int j = 1; j < N; j++)
        a[i][j] += 0.1 * weight[i - 1] * a[i - 1][j];
#pragma omp flush
      weight[i] = i % 3 + 1;
    }
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += a[i][j] * (i + j);
  printf("%.12e\n", sum);
  return 0;
}
