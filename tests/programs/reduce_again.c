/* Reduction variables that go on from an earlier result, one of them at file scope.  expect: offloaded=2 */
#include <stdio.h>

#define N 100

static long total = 1000;

static void add(int from)
{
  int i;

#pragma omp parallel for reduction(+ : total)
  for (i = from; i < N; i++)
    total += i;
}

int main(void)
{
  int i, round;
  double energy = 1.0;

  for (round = 0; round < 3; round++) {
    add(10 * round);
#pragma omp parallel for reduction(+ : energy)
    for (i = 0; i < N; i++)
      energy += 0.5 * i * round;
    printf("%ld %.12g\n", total, energy);
  }
  return 0;
}
