/* Tables with pointers to freed blocks, whose memory the host uses again; rows reached by an index, and by a range;
 * blocks of blocks.  expect: offloaded=3 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALL 16
#define USED 8
#define M 24

static int *rows[ALL], order[USED];

/* Frees a block, and allocates until its memory comes again, whatever else the heap has. */
static int *again(int *block)
{
  const uintptr_t place = (uintptr_t)block;
  int *got, tries = 0;

  free(block);
  do
    got = malloc(M * sizeof *got);
  while ((uintptr_t)got != place && ++tries < 1000);
  memset(got, 0, M * sizeof *got);
  return got;
}

int main(void)
{
  int ***cube = malloc(ALL * sizeof *cube), *other[USED];
  int i, j, k, round;

  for (i = 0; i < ALL; i++) {
    rows[i] = calloc(M, sizeof *rows[i]);
    cube[i] = malloc(ALL * sizeof *cube[i]);
    for (j = 0; j < ALL; j++)
      cube[i][j] = calloc(M, sizeof **cube[i]);
  }
  for (i = 0; i < USED; i++)
    order[i] = (3 * i) % USED;
  for (i = USED; i < ALL; i++)
    other[i - USED] = again(rows[i]);
  for (round = 1; round < 4; round++) {
#pragma omp parallel for private(j)
    for (i = 0; i < USED; i++)
      for (j = 0; j < M; j++)
        rows[order[i]][j] += round * i + j;
    for (i = 0; i < USED; i++)
      for (j = 0; j < M; j++)
        other[i][j] += 1000 * round;
#pragma omp parallel for private(j)
    for (i = 1; i < USED; i++)
      for (j = 0; j < M; j++)
        rows[i][j] *= 2;
    for (i = 0; i < USED; i++)
      other[i][i] -= 1;
#pragma omp parallel for private(j, k)
    for (i = 0; i < USED; i++)
      for (j = 0; j < ALL; j++)
        for (k = 0; k < M; k++)
          cube[i][j][k] += rows[i][k] + j;
    for (i = 0; i < USED; i++)
      printf("%d %d %d %d\n", rows[i][i], other[i][i], other[i][M - 1], cube[i][ALL - 1 - i][i]);
  }
  return 0;
}
