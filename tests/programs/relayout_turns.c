/* Arrays that some loops read by columns and others by rows, and write in between.  expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

#define N 150
#define M 70

static double a[N][M], b[M][N];
static float c[6][N][5];

static void columns(double *sums, double (*from)[M])
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    double sum = 0.0;

    for (j = 0; j < M; j++)
      sum += from[i][j] * (j % 3 + 1);
    sums[i] += sum;
  }
}

int main(void)
{
  double *heap = malloc(N * M * sizeof *heap), sums[N] = {0}, total = 0.0;
  double (*rows)[M] = (double (*)[M])heap;
  int i, j, k, round;

  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++) {
      a[i][j] = i * 0.25 + j % 7;
      rows[i][j] = i % 11 + j * 0.5;
    }
  for (k = 0; k < 6; k++)
    for (i = 0; i < N; i++)
      for (j = 0; j < 5; j++)
        c[k][i][j] = (float)(k + i % 4 + j);
  for (round = 0; round < 4; round++) {
    columns(sums, a);
    columns(sums, rows);
#pragma omp parallel for private(i)
    for (j = 0; j < M; j++)
      for (i = 0; i < N; i++)
        b[j][i] = b[j][i] * 0.5 + a[i][j];
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
      for (k = 0; k < 6; k++)
        for (j = 1; j < 5; j++)
          c[k][i][j] = c[k][i][j] * 0.5f + c[k][i][j - 1];
    if (round == 1)
      a[7][9] += 3.0;
    if (round == 2)
      rows[N - 1][M - 1] -= 5.0;
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
      for (j = 0; j < M; j++)
        a[i][j] = a[i][j] * 0.75 + (j > 0 ? a[i][j - 1] : 1.0);
  }
  for (i = 0; i < N; i++)
    total += sums[i];
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      total += a[i][j] * (i % 3) + b[j][i] * (j % 5);
  for (k = 0; k < 6; k++)
    for (i = 0; i < N; i++)
      for (j = 0; j < 5; j++)
        total += c[k][i][j] * (k + j);
  printf("%.12g\n", total);
  free(heap);
  return 0;
}
