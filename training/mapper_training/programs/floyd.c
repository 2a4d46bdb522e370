/* Steps of Floyd and Warshall's shortest paths: a conditional write, a row and a column read by all. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int *distance = malloc((size_t)n * (size_t)n * sizeof *distance);
  if (distance == NULL) return 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) distance[i * n + j] = i == j ? 0 : 1 + (i * 7 + j * 31) % 1000;
  for (int r = 0; r < repeats; r++) {
    int k = r % n;
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        int through = distance[i * n + k] + distance[k * n + j];
        if (through < distance[i * n + j]) distance[i * n + j] = through;
      }
  }
  printf("%d %d\n", distance[n - 1], distance[(n - 1) * n]);
  free(distance);
  return 0;
}
