/* collapse(2), with counters of both loops used.  expect: offloaded=2 */
#include <stdio.h>

#define N 19
#define M 23

static int a[N][M], b[M][N];

int main(void)
{
  int i, j, sum = 0;

#pragma omp parallel for collapse(2)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      a[i][j] = 100 * i + j;
#pragma omp parallel for collapse(2) schedule(static, 4)
  for (j = M - 1; j >= 0; j -= 2)
    for (i = 1; i <= N - 1; i += 3)
      b[j][i] = a[i][j];
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      sum += (i + 2 * j) * (a[i][j] - b[j][i]);
  printf("%d %d %d\n", a[N - 1][M - 1], b[2][4], sum);
  return 0;
}
