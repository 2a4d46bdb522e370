/* Electromagnetic waves in a structure of arrays. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  int nx, ny;
  float *ez, *hx, *hy, *eps;
} Sim;
static void stepH(Sim *s) {
#pragma omp parallel for
  for (int i = 0; i < s->nx - 1; i++)
    for (int j = 0; j < s->ny - 1; j++) {
      int k = i * s->ny + j;
      s->hx[k] -= .5f * (s->ez[k + 1] - s->ez[k]);
      s->hy[k] += .5f * (s->ez[k + s->ny] - s->ez[k]);
    }
}
static void stepE(Sim *s, int t) {
#pragma omp parallel for
  for (int i = 1; i < s->nx - 1; i++)
    for (int j = 1; j < s->ny - 1; j++) {
      int k = i * s->ny + j;
      s->ez[k] += s->eps[k] * .5f * ((s->hy[k] - s->hy[k - s->ny]) - (s->hx[k] - s->hx[k - 1]));
    }
  s->ez[(s->nx / 2) * s->ny + s->ny / 2] += sinf(t * .1f);
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2048, it = argc > 2 ? atoi(argv[2]) : 300;
  Sim s = {n, n, calloc(n * n, 4), calloc(n * n, 4), calloc(n * n, 4), malloc(n * n * 4)};
  for (int i = 0; i < n * n; i++)
    s.eps[i] = 1.f / (1 + (i % 97 == 0));
  double t = omp_get_wtime();
  for (int k = 0; k < it; k++) {
    stepH(&s);
    stepE(&s, k);
  }
  t = omp_get_wtime() - t;
  double e = 0;
  for (int i = 0; i < n * n; i++)
    e += s.ez[i] * s.ez[i];
  printf("%.4g\n", e);
  printf("time %.4f\n", t);
  return 0;
}
