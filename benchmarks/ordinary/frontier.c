/* Breadth-first search with a frontier, to which threads append. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2000000, deg = 8;
  int *adj = malloc((long)n * deg * 4), *lev = malloc(n * 4l), *f = malloc(n * 4l), *g = malloc(n * 4l);
  for (long i = 0; i < (long)n * deg; i++)
    adj[i] = (i * 2654435761u >> 3) % n;
  for (int i = 0; i < n; i++)
    lev[i] = -1;
  lev[0] = 0;
  f[0] = 0;
  int nf = 1, d = 0;
  double t = omp_get_wtime();
  while (nf) {
    int ng = 0;
#pragma omp parallel for
    for (int i = 0; i < nf; i++) {
      int u = f[i];
      for (int e = 0; e < deg; e++) {
        int w = adj[(long)u * deg + e], old;
#pragma omp atomic capture
        {
          old = lev[w];
          lev[w] |= 0;
        }
        if (old == -1 && __sync_bool_compare_and_swap(&lev[w], -1, d + 1)) {
          int p;
#pragma omp atomic capture
          p = ng++;
          g[p] = w;
        }
      }
    }
    int *x = f;
    f = g;
    g = x;
    nf = ng;
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
