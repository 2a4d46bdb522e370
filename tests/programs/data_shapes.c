/* Ranges of odd sizes in one to three dimensions, which GPUs cut into rows.
   expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 137, M = 61, L = 19 };

static double line[N * M], plane[M][N], deep[L][M][N], thin[N][3][5];
static long counts[3];

int main(int count, char **arguments)
{
  int i, j, k, m, n = count > 1 ? atoi(arguments[1]) : N;
  double sum = 0.0;

#pragma omp parallel for
  for (i = 0; i < N * M; i++)
    line[i] = i % 23 * 0.5;

#pragma omp parallel for collapse(2)
  for (j = 0; j < M; j++)
    for (i = 0; i < n; i++)
      plane[j][i] = line[j * N + i] + i;

#pragma omp parallel for collapse(3)
  for (k = 0; k < L; k++)
    for (j = 0; j < M; j++)
      for (i = 0; i < n; i++)
        deep[k][j][i] = plane[j][i] * (k + 1) - j;

#pragma omp parallel for collapse(3)
  for (k = 0; k < n; k++)
    for (j = 0; j < 3; j++)
      for (i = 0; i < 5; i++)
        thin[k][j][i] = plane[j][i] + k;

#pragma omp parallel for private(m)
  for (i = 0; i < 3; i++)
    for (m = 0; m < n; m++)
      counts[i] += thin[m][i][4] > 50.0;

  for (k = 0; k < N; k++)
    for (j = 0; j < 3; j++)
      for (i = 0; i < 5; i++)
        sum += thin[k][j][i] * (1 + (k + j * 3 + i * 7) % 13);
  for (k = 0; k < L; k++)
    for (j = 0; j < M; j++)
      for (i = 0; i < N; i++)
        sum += deep[k][j][i] * (1 + (k + j + i) % 5);
  printf("%.6f %ld %ld %ld\n", sum, counts[0], counts[1], counts[2]);
  return 0;
}
