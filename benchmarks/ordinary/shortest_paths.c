/* All shortest paths, by Floyd and Warshall. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define INF 1000000
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1500;
  int *d = malloc((size_t)n * n * sizeof(int));
  srand(5);
  for (int i = 0; i < n * n; i++)
    d[i] = rand() % 10 == 0 ? rand() % 100 + 1 : INF;
  for (int i = 0; i < n; i++)
    d[i * n + i] = 0;
  double t = omp_get_wtime();
  for (int k = 0; k < n; k++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
  }
  t = omp_get_wtime() - t;
  long s = 0;
  for (int i = 0; i < n * n; i++)
    s += d[i];
  printf("%ld\n", s);
  printf("time %.4f\n", t);
  return 0;
}
