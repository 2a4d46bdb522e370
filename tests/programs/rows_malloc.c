/* A table of row pointers, each row a block of its own.  expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>

#define N 12
#define M 8

int main(void)
{
  double **rows = malloc(N * sizeof *rows);
  int i, j;

  if (!rows)
    return 1;
  for (i = 0; i < N; i++) {
    rows[i] = malloc(M * sizeof **rows);
    if (!rows[i])
      return 1;
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      rows[i][j] = i * 10.0 + j;
  for (i = 0; i < N; i++) {
    printf("%.12g\n", rows[i][i % M]);
    free(rows[i]);
  }
  free(rows);
  return 0;
}
