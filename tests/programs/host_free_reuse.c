/* Blocks are freed after a region; new ones of another size may get their address.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

static long use(int n, int seed)
{
  int *a = malloc(n * sizeof *a);
  long sum = 0;
  int i;

  if (!a)
    return -1;
  for (i = 0; i < n; i++)
    a[i] = seed;
#pragma omp parallel for
  for (i = 0; i < n; i++)
    a[i] += i;
#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < n; i++)
    sum += a[i];
  free(a);
  return sum;
}

int main(void)
{
  int round;

  for (round = 1; round < 8; round++)
    printf("%ld\n", use(50 * (round % 3 + 1), round));
  return 0;
}
