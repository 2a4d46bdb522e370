/* Lines one after the other, through arrays that they all use, whose last values live on.  expect: offloaded=10 */
#include <stdio.h>

#define N 20
#define M 26

static double speed[M], width[M], u[N][N][M], lhs[3][N][N][M];
static double total[N];

static void fill(int n, int m)
{
  double r;
  int i, j, k;
  for (i = 1; i < n; i++) {
    for (j = 0; j < n; j++) {
#pragma omp for
      for (k = 0; k < m; k++) {
        r = 0.5 * u[i][j][k];
        speed[k] = u[i][j][k] + i;
        width[k] = r > 2.0 ? r : 2.0;
      }
#pragma omp for
      for (k = 1; k < m - 1; k++) {
        lhs[0][i][j][k] = -speed[k - 1] - width[k - 1];
        lhs[1][i][j][k] = 1.0 + 2.0 * width[k];
        lhs[2][i][j][k] = speed[k + 1] - width[k + 1];
      }
    }
  }
}

int main(void)
{
  double sum = 0.0;
  int i, j, k, n = N, m = M - 2;

  for (k = 0; k < M; k++)
    speed[k] = width[k] = -1000 - k;
#pragma omp parallel for private(j, k)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      for (k = 0; k < M; k++)
        u[i][j][k] = (3 * i + 5 * j + k) % 14;
#pragma omp parallel
  {
    fill(n, m);
#pragma omp for
    for (k = 0; k < M; k++)
      u[0][0][k] += 0.5 * speed[k] + width[k];
    fill(2, 3);
  }
  for (k = 0; k < M; k++)
    sum += speed[k] * (1 + k % 3) + width[k];
  /* Too few lines for a kernel over them, what an element keeps from the line before, and no line. */
#pragma omp parallel private(i, j, k)
  {
    for (i = 0; i < 3; i++) {
#pragma omp for
      for (k = 0; k < M; k++)
        speed[k] = u[i][1][k];
#pragma omp for
      for (k = 1; k < M - 1; k++)
        lhs[i][0][0][k] = speed[k - 1] + speed[k + 1];
    }
    for (i = 0; i < N * 4; i++) {
#pragma omp for
      for (k = 0; k < M; k++)
        if (k % 4 || i == 7)
          width[k] = u[i % N][2][k];
#pragma omp for
      for (k = 1; k < M - 1; k++)
        lhs[i / 40][1][i % N][k] += width[k - 1] - width[k + 1];
    }
#pragma omp for
    for (i = 0; i < N; i++)
      total[i] = i;
    for (j = n; j < N; j++) {
#pragma omp for
      for (k = 0; k < M; k++)
        speed[k] = 1.0;
    }
  }
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      for (k = 0; k < M; k++)
        sum += (lhs[0][i][j][k] - lhs[1][i][j][k] + 2.0 * lhs[2][i][j][k]) * (1 + (i + j + k) % 5) + u[i][j][k];
  for (k = 0; k < M; k++)
    sum += speed[k] * (1 + k % 3) + width[k] + total[k % N];
  printf("%.9g\n", sum);
  return 0;
}
