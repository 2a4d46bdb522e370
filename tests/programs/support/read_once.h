#pragma once
#ifdef READ_ONCE
#error "it is read twice"
#endif
#define READ_ONCE

static void raise(int *to, int n, int by)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] += by;
}
