/* Reductions over arrays of floats, and of an array that the loop reads, too.  expect: offloaded=0 kept=K019,K019 */
#include <stdio.h>

#define N 200
#define BINS 5

int main(void)
{
  double bins[BINS] = {0};
  int seen[BINS] = {0};
  int i;

#pragma omp parallel for reduction(+ : bins[:BINS])
  for (i = 0; i < N; i++)
    bins[i % BINS] += i;
#pragma omp parallel for reduction(+ : seen)
  for (i = 0; i < N; i++) {
    seen[i % BINS]++;
    seen[(i + 1) % BINS] += seen[0] < 0;
  }
  for (i = 0; i < BINS; i++)
    printf("%.1f %d\n", bins[i], seen[i]);
  return 0;
}
