#include "blocks.h"

#include <stdio.h>
#include <stdlib.h>

static int blocks;

void *need(size_t n, size_t size)
{
  void *block = calloc(n, size);
  if (block == NULL) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return block;
}

double *numbers(int n)
{
  double *block;
  if (!(block = (double *)malloc(n * sizeof(double)))) {
    perror("numbers");
    abort();
  }
  return block;
}

void release(void *block)
{
  if (block)
    free(block);
}

void *counted(size_t n)
{
  void *block = malloc(n);
#pragma omp atomic
  blocks++;
  if (block == NULL)
    exit(1);
  return block;
}

int blocks_counted(void)
{
  return blocks;
}
