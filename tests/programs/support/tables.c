#include <stdlib.h>

#include "tables.h"

#define STORED 200

static const double coefficient[3][4] = {{1.0, 2.0, 0.5, 0.25}, {3.0, 0.1, 0.2, 0.3}, {0.01, 0.02, 0.03, 0.04}};
static double scale;
static double stored[STORED];
static double *heap;

double table_value(int i)
{
  int k;
  double sum = 0.0;

  for (k = 0; k < 4; k++)
    sum = sum * 0.5 + coefficient[i % 3][k];
  return sum;
}

double table_scaled(int i)
{
  return scale * i;
}

void table_start(double factor)
{
  int k;

  scale = factor;
  if (heap == NULL)
    heap = malloc(STORED * sizeof *heap);
  for (k = 0; k < STORED; k++)
    heap[k] = stored[k] + k * factor;
}

void table_store(int i, double value)
{
  stored[i] = 0.5 * stored[i] + value;
}

double table_stored(int i)
{
  return stored[i];
}

double table_kept(int i)
{
  return heap[i] + stored[i];
}
