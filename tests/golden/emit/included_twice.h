#include "included_twice_body.h"
static void NAME(TYPE *x, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#include "included_twice_body.h"
}
