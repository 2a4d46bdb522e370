/* atomic on members of an array of structs, and through a pointer.  expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>

#define N 600
#define BINS 7

struct bin {
  int count;
  double sum;
};

int main(void)
{
  struct bin *bins = calloc(BINS, sizeof *bins);
  int i;

  if (!bins)
    return 1;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int where = i * i % BINS;

#pragma omp atomic
    bins[where].count++;
#pragma omp atomic
    bins[where].sum += i;
  }
  for (i = 0; i < BINS; i++)
    printf("%d %.12g\n", bins[i].count, bins[i].sum);
  free(bins);
  return 0;
}
