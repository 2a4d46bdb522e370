#ifndef READ_GUARDED_H
#define READ_GUARDED_H
#include "read_once.h"
static void raise_twice(int *to, int n, int by)
{
  raise(to, n, by);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] += by;
}
#endif
