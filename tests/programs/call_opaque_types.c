/* A structure is incomplete where the loops are, and complete where the functions are that they call.
 * expect: offloaded=3  with: support/basin.c */
#include <stdio.h>
#include <stdlib.h>

#include "support/basin.h"

int main(void)
{
  enum { N = 700 };
  basin *lake = basin_new(N, 1);
  double *seen = malloc(N * sizeof(double));
  double sum = 0;
  if (!seen)
    return 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    seen[i] = basin_level(lake, i);
  for (int round = 0; round < 3; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      basin_fill(lake, i, seen[i] + round);
    basin_fill(lake, 5, 100); /* on the host */
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += basin_level(lake, i);
  }
  printf("%d %.2f %.2f %.2f\n", basin_cells(lake), seen[0], seen[N / 2], sum);
  basin_free(lake);
  free(seen);
  return 0;
}
