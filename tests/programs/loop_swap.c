/* Nests whose outer counter runs through neighbouring elements.  expect: offloaded=2 */
#include <stdio.h>

#define N 24
#define M 40

static double a[N][M], b[N][M];

int main(void)
{
  double check = 0.0;

#pragma omp parallel for collapse(2)
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++)
      b[i][j] = i * 100 + j;
#pragma omp parallel for
  for (int j = 1; j < M; j++)
    for (int i = 0; i < N; i++)
      a[i][j] = b[i][j] - b[i][j - 1] * 0.5;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      check += a[i][j] * (i - j);
  printf("%.12g\n", check);
  return 0;
}
