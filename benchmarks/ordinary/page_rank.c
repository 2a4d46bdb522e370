/* Page rank in a random graph. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  int n, m;
  int *off, *src, *outdeg;
} graph;
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000000, d = 10, it = argc > 2 ? atoi(argv[2]) : 50;
  graph g = {n, n * d, malloc((n + 1) * 4l), malloc((long)n * d * 4), calloc(n, 4)};
  srand(3);
  for (int i = 0; i <= n; i++)
    g.off[i] = i * d;
  for (int i = 0; i < n * d; i++) {
    g.src[i] = ((unsigned)rand() * 2654435761u >> 4) % n;
    g.outdeg[g.src[i]]++;
  }
  double *r = malloc(n * 8l), *q = malloc(n * 8l);
  for (int i = 0; i < n; i++)
    r[i] = 1. / n;
  double t = omp_get_wtime(), err = 0;
  for (int k = 0; k < it; k++) {
    double dangling = 0;
    err = 0;
#pragma omp parallel for reduction(+ : dangling)
    for (int i = 0; i < g.n; i++)
      if (g.outdeg[i] == 0)
        dangling += r[i];
#pragma omp parallel for schedule(dynamic, 1024)
    for (int i = 0; i < g.n; i++) {
      double s = 0;
      for (int e = g.off[i]; e < g.off[i + 1]; e++) {
        int u = g.src[e];
        s += r[u] / g.outdeg[u];
      }
      q[i] = .15 / n + .85 * (s + dangling / n);
    }
#pragma omp parallel for reduction(+ : err)
    for (int i = 0; i < g.n; i++) {
      err += fabs(q[i] - r[i]);
      r[i] = q[i];
    }
  }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += r[i] * (i % 10);
  printf("%.8g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
