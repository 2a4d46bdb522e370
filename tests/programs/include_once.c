/* Headers that are read only once, by a pragma and by a macro, though several files include them; a file that includes
   itself; one whose second reading has other contents.  expect: offloaded=4 */
#ifndef AGAIN
#include <stdio.h>

#include "support/read_once.h"
#include "support/read_guarded.h"
#include "support/read_guarded.h"
#include "support/read_once.h"

#define N 700

static int a[N];

#define AGAIN lower
#define BY 3
#include "include_once.c"
#undef AGAIN
#undef BY
#define AGAIN upper
#define BY 9
#include "include_once.c"

int main(void)
{
  raise(a, N, 4);
  raise_twice(a, N, 10);
  a[2] = 1;
  lower(a, N);
  printf("%d %d %d\n", a[0], a[2], a[N - 1]);
  upper(a + 1, N - 1);
  printf("%d %d %d\n", a[0], a[2], a[N - 1]);
  return 0;
}
#else
static void AGAIN(int *to, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] = to[i] * BY % 50;
#if BY == 9
  to[0] = -1;
#endif
}
#endif
