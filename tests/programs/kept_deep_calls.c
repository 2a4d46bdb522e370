/* Functions that keep pointers in structures of their own and call many others: there are more ways to the last one
   than mapper follows.  expect: offloaded=0 kept=K016 */
#include <stdio.h>

enum { N = 100 };

struct place {
  const double *at, *next;
  int i;
};

static double a[N], b[N];

static double last(const double *p, int i)
{
  struct place own;

  own.at = p;
  own.i = i;
  return own.at[own.i];
}

#define LEVEL(name, below)                                                                 \
  static double name(const double *p, int i)                                               \
  {                                                                                        \
    double t[4] = {1, 2, 3, 4};                                                            \
    struct place own;                                                                      \
                                                                                           \
    own.at = t;                                                                            \
    own.next = t + 1;                                                                      \
    own.i = i;                                                                             \
    return below(p, i) + below(own.at, own.i % 4) + below(own.next, i % 3);                \
  }

LEVEL(f1, last)
LEVEL(f2, f1)
LEVEL(f3, f2)
LEVEL(f4, f3)
LEVEL(f5, f4)
LEVEL(f6, f5)
LEVEL(f7, f6)
LEVEL(f8, f7)

int main(void)
{
  double sum = 0;

  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[i] = f8(a, i);
  for (int i = 0; i < N; i++)
    sum += b[i];
  printf("%g\n", sum);
  return 0;
}
