/* Decimal floats, separated digits, alignments of variables, calls that the compiler folds in initial values, and
   counters of collapsed triangles beside loops.
   expect: offloaded=4
   flags: -std=gnu2x -Wno-pedantic */
#include <stdio.h>

static int a[100];
static _Decimal64 price = 19.99dd;
static const unsigned length = __builtin_strlen("nineteen");

int main(void)
{
  int big = 1'000'000;
  long count = 0;
  int last = -1;
  double aligned __attribute__((aligned(32))) = 0;
#pragma omp parallel for
  for (int i = 0; i < 1'00; i++)
    a[i] = big - i;
#pragma omp parallel
#pragma omp for collapse(3) reduction(+ : count)
  for (int j = 0; j < 9; j++)
    for (int k = 2 * j; k < 3 * j; k++)
      for (int l = k; l < 2 * k; l++)
        count += l;
#pragma omp parallel for collapse(2) reduction(max : last)
  for (int i = 4; i < 20; i++)
    for (int j = 0; j < i; j++)
      last = last > a[i] % (j + 1) ? last : a[i] % (j + 1);
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] -= 1;
  printf("%d %ld %d %d %d %u\n", a[99], count, last, (int)__alignof__(aligned), price > 2, length);
  return 0;
}
