/* Error paths in loops over pointers to pointers.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

#define N 30

static double **rows;

static double *allocated(size_t n)
{
  double *p = malloc(n * sizeof *p);

  if (p == NULL) {
    fprintf(stderr, "no memory\n");
    exit(1);
  }
  return p;
}

int main(void)
{
  int i, j, round;
  double sum = 0;

  rows = malloc(N * sizeof *rows);
  if (rows == NULL)
    return 1;
  for (i = 0; i < N; i++) {
    rows[i] = allocated(N + i);
    for (j = 0; j < N + i; j++)
      rows[i][j] = i + j;
  }
  for (round = 0; round < 3; round++) {
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
      for (j = 0; j < N + i; j++) {
        rows[i][j] = 3 * rows[i][j] + 1;
        if (rows[i][j] == 3 * (3 * 58. + 1) + 1 && j == 29)
          printf("round %d: found at %d, %d\n", round, i, j);
      }
  }
#pragma omp parallel for private(j) reduction(+ : sum)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      sum += rows[i][j];
  printf("%g\n", sum);
  for (i = 0; i < N; i++)
    free(rows[i]);
  free(rows);
  return 0;
}
