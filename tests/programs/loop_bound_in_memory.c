/* Bounds and steps in memory that the loop's stores might change, for all that types say: they are read once, since by
   OpenMP's rules they stay the same.  expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

struct mesh {
  int nodes, stride;
  int *offsets;
};

static int limit = 300;

static void number(struct mesh *mesh)
{
#pragma omp parallel for
  for (int i = 0; i < mesh->nodes + 1; i += mesh->stride)
    mesh->offsets[i] = i * 4;
}

static void count_down(int *values, const int *from)
{
#pragma omp parallel for
  for (int i = *from; i > 0; i--)
    values[i] += i % 9;
}

static void mark(int *values)
{
#pragma omp parallel for
  for (int i = 0; i < limit; i++)
    values[i] -= 2;
}

static void square(int *values, const int *extents)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < extents[0]; i++)
    for (int j = 0; j < extents[1]; j++)
      values[i * 20 + j] ^= i + j;
}

int main(void)
{
  struct mesh *mesh = malloc(sizeof *mesh);
  int *block = calloc(1024, sizeof *block);
  if (mesh == NULL || block == NULL)
    return 1;
  mesh->nodes = 500;
  mesh->stride = 2;
  mesh->offsets = block;
  number(mesh);
  block[1000] = 400;
  count_down(block, block + 1000);
  mark(limit == 300 ? block : &limit);
  block[1010] = 17;
  block[1011] = 20;
  square(block, block + 1010);
  long sum = 0;
  for (int i = 0; i < 1024; i++)
    sum += (long)block[i] * (i % 13);
  printf("%ld %d %d\n", sum, block[40], block[399]);
  free(block);
  free(mesh);
  return 0;
}
