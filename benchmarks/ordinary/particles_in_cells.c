/* Particles that move in a field which they make. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  double x, v;
} part;
int main(int argc, char **argv) {
  int np = argc > 1 ? atoi(argv[1]) : 4000000, ng = 4096, it = argc > 2 ? atoi(argv[2]) : 20;
  part *p = malloc(np * sizeof *p);
  double *rho = malloc(ng * 8), *E = malloc(ng * 8);
  for (int i = 0; i < np; i++) {
    p[i].x = (i + .5) / np * ng;
    p[i].v = sin(6.283 * i / np * 3) * .5;
  }
  double t = omp_get_wtime();
  for (int s = 0; s < it; s++) {
    for (int i = 0; i < ng; i++)
      rho[i] = -1;
#pragma omp parallel for
    for (int i = 0; i < np; i++) {
      int g = (int)p[i].x;
      double f = p[i].x - g, q = (double)ng / np;
#pragma omp atomic
      rho[g] += q * (1 - f);
#pragma omp atomic
      rho[(g + 1) % ng] += q * f;
    }
    double e = 0;
    for (int i = 0; i < ng; i++) {
      e += rho[i];
      E[i] = e;
    }
#pragma omp parallel for
    for (int i = 0; i < np; i++) {
      int g = (int)p[i].x;
      double f = p[i].x - g;
      p[i].v -= .1 * (E[g] * (1 - f) + E[(g + 1) % ng] * f) / ng;
      p[i].x += p[i].v;
      if (p[i].x < 0)
        p[i].x += ng;
      if (p[i].x >= ng)
        p[i].x -= ng;
    }
  }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < np; i++)
    s += p[i].v * p[i].v;
  printf("%.6g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
