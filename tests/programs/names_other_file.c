/* A static array that another file uses by an alias, and names that mean something else in each file.
 * expect: offloaded=4  with: support/second_names.c */
#include <stdio.h>

#include "support/second_names.h"

static double inner[COUNT]; /* not the other file's */
extern double whole[COUNT];

int main(void)
{
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < COUNT; i++) {
    outer[i] = advance(i);
    inner[i] = 2;
  }
  printf("%g\n", inner_sum());
#pragma omp parallel for
  for (int i = 0; i < COUNT; i++)
    whole[i] = outer[i] * 0.5;
  half[1] = 1000;
  inner_grow();
  outer[5] += 7;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < COUNT; i++)
    sum += outer[i] * inner[i];
  printf("%g %g %g\n", sum, outer[2], whole[1]);
  printf("%g\n", inner_sum());
  return 0;
}
