/* Sums of values by key with atomic additions in double precision: 16 places for all iterations. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  double sum[16] = {0.0};
  unsigned char *key = malloc((size_t)n * sizeof *key);
  double *value = malloc((size_t)n * sizeof *value);
  if (key == NULL || value == NULL) return 1;
  for (int i = 0; i < n; i++) {
    key[i] = (unsigned char)((unsigned)i * 2654435761u >> 28);
    value[i] = (double)(i % 10);
  }
  for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      sum[key[i]] += value[i];
    }
  }
  printf("%.12g %.12g\n", sum[0], sum[15]);
  free(key);
  free(value);
  return 0;
}
