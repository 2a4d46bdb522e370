/* A parallel loop with sequential loops inside, perfectly nested and not.  expect: offloaded=2 */
#include <stdio.h>

#define N 24
#define M 17

static double a[N][M], row[N];

int main(void)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      a[i][j] = i * 0.5 - j * 0.25;
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    row[i] = 1.0;
    for (j = M - 1; j >= 0; j--)
      row[i] += a[i][j] * a[i][j];
    row[i] /= M;
  }
  for (i = 0; i < N; i += 5)
    printf("%.12g %.12g\n", a[i][3], row[i]);
  return 0;
}
