/* Macros of the program that are called as variables in the text that mapper adds.  expect: offloaded=1 */
#include <stdio.h>

#define f 3
#define path 4
#define size 5
#define cpu_seconds 6
#define larger 7
#define mem 8

int main(void)
{
  static double a[1000];
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    a[i] = i * size + mem;
  for (int i = 0; i < 1000; i++)
    sum += a[i];
  printf("%g %d\n", sum, f + path + cpu_seconds + larger);
  return 0;
}
