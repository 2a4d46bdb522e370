/* The host changes a table, and rows, between launches: other rows, freed ones, longer ones, ones in static memory.
 * expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>

#define N 10
#define M 16

static int spare[3][M];

static void count(int **rows)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      rows[i][j] += i * M + j;
}

static void show(int **rows)
{
  int i, j, sum;

  for (i = 0; i < N; i++) {
    sum = 0;
    for (j = 0; j < M; j++)
      sum = 7 * sum % 10007 + rows[i][j];
    printf("%d ", sum);
  }
  printf("\n");
}

int main(void)
{
  int **rows = malloc(N * sizeof *rows), *other;
  int i, j;

  for (i = 0; i < N; i++)
    rows[i] = calloc(M, sizeof **rows);
  count(rows);
  count(rows);
  show(rows);
  free(rows[3]);
  rows[3] = calloc(M, sizeof **rows);
  count(rows);
  show(rows);
  other = rows[4];
  rows[4] = spare[1];
  count(rows);
  show(rows);
  for (j = 0; j < M; j++)
    other[j]++;
  rows[4] = other;
  count(rows);
  show(rows);
  rows[5] = realloc(rows[5], 100 * M * sizeof *rows[5]);
  count(rows);
  show(rows);
  rows = realloc(rows, 2 * N * sizeof *rows);
  for (i = N; i < 2 * N; i++)
    rows[i] = calloc(M, sizeof **rows);
  count(rows + N);
  count(rows);
  show(rows);
  show(rows + N);
  printf("%d %d\n", spare[1][2], spare[0][1]);
  for (i = 0; i < 2 * N; i++)
    free(rows[i]);
  free(rows);
  return 0;
}
