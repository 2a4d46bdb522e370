/* A reduction over an array section.  expect: offloaded=0 kept=K019 */
#include <stdio.h>

#define N 200
#define BINS 5

int main(void)
{
  int bins[BINS] = {0};
  int i;

#pragma omp parallel for reduction(+ : bins[:BINS])
  for (i = 0; i < N; i++)
    bins[i % BINS] += i;
  for (i = 0; i < BINS; i++)
    printf("%d\n", bins[i]);
  return 0;
}
