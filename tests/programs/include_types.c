/* Loops in a header that is included once for each type of numbers, with other headers of its folder in it.  What the
   loops write is read and changed by code in the header and by code around it.  expect: offloaded=12 */
#include <stdio.h>

#define N 3000
#define JOIN_(one, other) one##_##other
#define JOIN(one, other) JOIN_(one, other)
#define NAME(what) JOIN(what, REAL)

#define REAL double
#include "support/typed/vector.h"
#undef REAL
#define REAL float
#include "support/typed/vector.h"
#undef REAL
#define REAL short
#include "support/typed/vector.h"
#undef REAL

#define RUN(type)                                   \
  static type type##_a[N], type##_b[N];             \
  static void run_##type(void)                      \
  {                                                 \
    fill_##type(type##_a, N, 3);                    \
    type##_a[N / 2] = -4;                           \
    scale_##type(type##_b, type##_a, N);            \
    show_##type(type##_b, N);                       \
    type##_b[0] += 1;                               \
    printf("%.6g\n", sum_##type(type##_b, N));      \
  }
RUN(double)
RUN(float)
RUN(short)

int main(void)
{
  run_double();
  run_float();
  run_short();
  return 0;
}
