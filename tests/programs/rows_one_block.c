/* Pointers and what they point to in one block, and a block of rows beside it.  expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

#define N 11
#define M 17

int main(void)
{
  double **a = malloc(N * sizeof *a + N * M * sizeof **a), *block = malloc(N * M * sizeof *block);
  double **b = malloc(N * sizeof *b);
  int i, j, round;

  for (i = 0; i < N; i++) {
    a[i] = (double *)(a + N) + i * M;
    b[i] = block + i * M;
  }
  for (round = 0; round < 3; round++) {
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
      for (j = 0; j < M; j++)
        a[i][j] = i * 2.0 + j + round;
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
      for (j = 0; j < M; j++)
        b[i][j] = a[i][j] * 0.5;
    a[round][3] = -1.0;
    if (round == 1) {
      double *row = a[2];

      a[2] = a[3];
      a[3] = row;
    }
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
      for (j = 1; j < M; j++)
        a[i][j] += b[N - 1 - i][j];
    printf("%.12g %.12g %.12g\n", a[2][3], a[3][4], b[N - 1][M - 1]);
  }
  for (i = 0; i < N; i++)
    printf("%.12g %.12g\n", a[i][i], b[i][M - 1 - i]);
  free(a);
  free(b);
  free(block);
  return 0;
}
