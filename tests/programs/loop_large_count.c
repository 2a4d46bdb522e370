/* More iterations than work-items of one launch, with and without a reduction.  expect: offloaded=2  small: -DN=3001 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N ((1 << 22) + 3)
#endif

int main(void)
{
  unsigned char *a = malloc(N);
  long i, sum = 0;

  if (!a)
    return 1;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = (unsigned char)(i % 251);
#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < N; i++)
    sum += a[i];
  printf("%d %d %ld\n", a[250], a[N - 1], sum);
  free(a);
  return 0;
}
