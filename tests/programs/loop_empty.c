/* Loops without any iteration, and with one.  expect: offloaded=4 idle=1 */
#include <stdio.h>

static int a[8];

static int fill(int begin, int end)
{
  int i, sum = 5, least = 77;

#pragma omp parallel for
  for (i = begin; i < end; i++)
    a[i] = i + 1;
#pragma omp parallel for reduction(+ : sum)
  for (i = begin; i < end; i++)
    sum += a[i];
#pragma omp parallel for reduction(min : least)
  for (i = begin; i < end; i++)
    least = a[i] < least ? a[i] : least;
  return 1000 * sum + least;
}

int main(void)
{
  long i;

#pragma omp parallel for
  for (i = 3; i > 4; i--)
    a[0] = -1;
  printf("%d\n", fill(0, 0));
  printf("%d\n", fill(5, 2));
  printf("%d\n", fill(3, 4));
  printf("%d\n", fill(0, 8));
  for (i = 0; i < 8; i++)
    printf("%d ", a[i]);
  printf("\n");
  return 0;
}
