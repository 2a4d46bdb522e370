/* expect: offloaded=3
 * Doacross loops by `ordered` with `depend`, of which the sequential order is one that they permit. */
#include <stdio.h>

#define N 90
#define M 140

static float a[N][M], b[N][M];

static void relax(int rows, int columns, float weight)
{
#pragma omp parallel for ordered(2) schedule(dynamic)
  for (int i = 1; i < rows; i++)
    for (int j = 1; j < columns; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      a[i][j] = weight * (a[i - 1][j] + a[i][j - 1]) + b[i][j];
#pragma omp ordered depend(source)
    }
}

int main(void)
{
  double sum = 0;
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++) {
      a[i][j] = (i + j) % 5;
      b[i][j] = (i * j) % 7;
    }
  relax(N, M, 0.45f);
  relax(1, M, 0.45f);
  relax(0, M, 0.45f);
  relax(N, 0, 0.45f);
#pragma omp parallel private(i, j)
  {
#pragma omp for ordered(1) nowait
    for (i = N - 2; i >= 0; i--) {
#pragma omp ordered depend(sink : i + 1)
      for (j = 1; j <= M - 2; j++)
        a[i][j] = 0.25f * (a[i + 1][j] + a[i + 1][j - 1] + a[i][j]);
#pragma omp ordered depend(source)
    }
  }
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      sum += a[i][j] * (i + 3 * j);
  printf("%.9e\n", sum);
  return 0;
}
