/* Arrays of pointers, in static memory and on the stack, partly null or wild, and `char **`.
 * expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX 20
#define N 7
#define M 33

static double *columns[MAX];
static long blocks[N][M];

static long total(long *const *rows, int i)
{
  long sum = 0;
  int j;

  for (j = 0; j < M; j++)
    sum += rows[i][j];
  return sum;
}

int main(void)
{
  long *local[N], sums[N];
  char **words = malloc(N * sizeof *words);
  double **wild = malloc(2 * N * sizeof *wild);
  double *list;
  int i, j, used = 0;

  memset(wild, 0x5a, 2 * N * sizeof *wild);
  for (i = 0; i < N; i++) {
    columns[i] = malloc(M * sizeof *columns[i]);
    local[i] = blocks[N - 1 - i];
    words[i] = malloc(M);
    memset(words[i], 0, M);
    wild[i] = columns[i];
  }
  list = columns[3];
#pragma omp parallel for private(i)
  for (j = 0; j < M; j++)
    for (i = 0; i < N; i++)
      columns[i][j] = 2.0 * i + 0.5 * j;
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      local[i][j] = i * 1000L + j;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    sums[i] = total(local, i);
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M - 1; j++)
      words[i][j] = (char)('a' + (i + j) % 26);
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      wild[i][j] *= 3.0;
  for (i = 0; i < N; i++) {
    for (j = 0; j < M; j++)
      used += (int)local[i][j] % 7;
    printf("%.12g %ld %s %ld\n", columns[i][i], sums[i], words[i], blocks[i][2]);
  }
  printf("%d %.12g\n", used, list[M - 1]);
  return 0;
}
