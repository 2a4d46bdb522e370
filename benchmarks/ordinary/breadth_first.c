/* Breadth-first search: all nodes are looked at for each level. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2000000, deg = 8;
  int *ptr = malloc((n + 1) * 4l), *adj = malloc((long)n * deg * 4), *lev = malloc(n * 4l);
  srand(11);
  for (int i = 0; i <= n; i++)
    ptr[i] = i * deg;
  for (long i = 0; i < (long)n * deg; i++)
    adj[i] = (rand() ^ (rand() << 8)) % n;
  for (long i = 0; i < (long)n * deg; i++)
    if (adj[i] < 0)
      adj[i] = -adj[i];
  for (int i = 0; i < n; i++)
    lev[i] = -1;
  lev[0] = 0;
  double t = omp_get_wtime();
  int d = 0, ch = 1;
  while (ch) {
    ch = 0;
#pragma omp parallel for reduction(|| : ch)
    for (int u = 0; u < n; u++)
      if (lev[u] == d)
        for (int k = ptr[u]; k < ptr[u + 1]; k++)
          if (lev[adj[k]] < 0) {
            lev[adj[k]] = d + 1;
            ch = 1;
          }
    d++;
  }
  t = omp_get_wtime() - t;
  long s = 0;
  for (int i = 0; i < n; i++)
    s += lev[i];
  printf("%d %ld\n", d, s);
  printf("time %.4f\n", t);
  return 0;
}
