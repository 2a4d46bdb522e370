/* Loops, bodies of loops and parts of bodies that are files: each is included several times, in the midst of functions.
   Numbers of lines and the counter of the preprocessor are those of the source.  expect: offloaded=7 */
#include <stdio.h>

#define N 1000

static int a[N];

static void show(int line) { printf("%d: %d %d %d\n", line, a[0], a[N / 3], a[N - 1]); }

int main(void)
{
  int k, first = __COUNTER__;
#define COUNTED (__COUNTER__ - first)

#define FACTOR 2
#include "support/included_loop.h"
  show(__LINE__);
#undef FACTOR
#define FACTOR 3
  if (first >= 0) {
#include "support/included_loop.h"
  }
  a[5] = 7, show(__LINE__);
#undef COUNTED
#define COUNTED __LINE__
  for (int time = 0; time < 3; time++) {
#include "support/included_loop.h"
    a[time]--;
  }

#define LIMIT 30
#pragma omp parallel for
  for (k = 0; k < N; k++)
#include "support/included_body.h"
  show(__LINE__);
#undef LIMIT
#define LIMIT 11
#pragma omp parallel for
  for (k = 0; k < N; k++)
#include "support/included_body.h"
#pragma omp parallel for
  for (k = 0; k < N; k++) {
#include "support/included_text.h"
#include "support/included_text.h"
  }
  show(__LINE__);
#pragma omp parallel
  {
    int k;
#pragma omp for
    for (k = 0; k < N; k++)
#include "support/included_body.h"
  }
  show(__LINE__);
  printf("%d\n", __COUNTER__ - first);
  return 0;
}
