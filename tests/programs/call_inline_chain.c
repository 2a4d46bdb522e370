/* Static inline functions and function-like macros, some from a header.  expect: offloaded=1 */
#include <stdio.h>

#include "support/clamp.h"

#define N 50
#define SQUARE(x) ((x) * (x))

static int a[N];

static inline int wave(int i)
{
  return SQUARE(i % 9) - clamp(i, 10, 30);
}

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = clamp(wave(i), -CLAMP_LIMIT, CLAMP_LIMIT);
  for (i = 0; i < N; i++)
    printf("%d%c", a[i], i % 10 == 9 ? '\n' : ' ');
  return 0;
}
