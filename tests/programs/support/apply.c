/* A library's loop that calls back what other files hand down. */
#include <string.h>

#include "apply.h"

static double on_line(double x, const void *context)
{
  return x + x + (context != 0);
}

static double negative(double x, const void *context)
{
  return context != 0 ? x : -x;
}

void apply(double *values, int n, apply_function *f, const void *context)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    values[i] = f(values[i], context);
}

void apply_named(double *values, int n, const char *name)
{
  apply(values, n, strcmp(name, "double") == 0 ? on_line : negative, 0);
}
