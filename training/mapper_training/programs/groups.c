/* Values sorted by group are ranked within theirs: counts in the group's own range, and running sums over it. */
#include <stdio.h>
#include <stdlib.h>

#define VALUES 1024

static void rank_groups(long groups, const int *start, const int *value, int *rank)
{
#pragma omp parallel for schedule(dynamic)
  for (long g = 0; g < groups; g++) {
    int smaller = start[g];
    for (long v = g * VALUES; v < (g + 1) * VALUES; v++) rank[v] = 0;
    for (long k = start[g]; k < start[g + 1]; k++) rank[value[k]]++;
    for (long v = g * VALUES; v < (g + 1) * VALUES; v++) {
      int count = rank[v];
      rank[v] = smaller;
      smaller += count;
    }
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 10000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  long groups = n / 8192 + 1;
  int *start = malloc((size_t)(groups + 1) * sizeof *start);
  int *value = malloc((size_t)n * sizeof *value);
  int *rank = malloc((size_t)(groups * VALUES) * sizeof *rank);
  if (start == NULL || value == NULL || rank == NULL) return 1;
  for (long g = 0; g <= groups; g++) start[g] = (int)(g * n / groups);
  for (long g = 0; g < groups; g++)
    for (long k = start[g]; k < start[g + 1]; k++)
      value[k] = (int)(g * VALUES + ((unsigned)k * 2654435761u >> 22));
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      value[0] = r % VALUES;
      rank_groups(groups, start, value, rank);
      sum += rank[r % VALUES];
    } else {
      rank_groups(groups, start, value, rank);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)rank[1], (double)rank[groups * VALUES - 1]);
  free(start);
  free(value);
  free(rank);
  return 0;
}
