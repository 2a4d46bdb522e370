/* Shallow water, by functions of structures. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  double h, hu, hv;
} cell;
static int N = 1000;
static cell flux_x(cell a) {
  double u = a.hu / a.h;
  return (cell){a.hu, a.hu * u + 4.905 * a.h * a.h, a.hv * u};
}
static cell flux_y(cell a) {
  double v = a.hv / a.h;
  return (cell){a.hv, a.hu * v, a.hv * v + 4.905 * a.h * a.h};
}
static void step(cell *restrict g, cell *restrict o, double k) {
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++) {
      cell w = g[i * N + j - 1], e = g[i * N + j + 1], n = g[(i - 1) * N + j], s = g[(i + 1) * N + j], fw = flux_x(w),
           fe = flux_x(e), fn = flux_y(n), fs = flux_y(s);
      cell r;
      r.h = .25 * (w.h + e.h + n.h + s.h) - k * (fe.h - fw.h + fs.h - fn.h);
      r.hu = .25 * (w.hu + e.hu + n.hu + s.hu) - k * (fe.hu - fw.hu + fs.hu - fn.hu);
      r.hv = .25 * (w.hv + e.hv + n.hv + s.hv) - k * (fe.hv - fw.hv + fs.hv - fn.hv);
      o[i * N + j] = r;
    }
}
static void edges(cell *g) {
  for (int i = 0; i < N; i++) {
    g[i] = g[N + i];
    g[(N - 1) * N + i] = g[(N - 2) * N + i];
    g[i * N] = g[i * N + 1];
    g[i * N + N - 1] = g[i * N + N - 2];
  }
}
int main(int argc, char **argv) {
  if (argc > 1)
    N = atoi(argv[1]);
  int it = argc > 2 ? atoi(argv[2]) : 200;
  cell *a = malloc(sizeof(cell) * N * N), *b = malloc(sizeof(cell) * N * N);
  for (int i = 0; i < N * N; i++) {
    a[i].h = 1 + (i / N > N / 3 && i / N < N / 2) * .5;
    a[i].hu = a[i].hv = 0;
    b[i] = a[i];
  }
  double t = omp_get_wtime();
  for (int k = 0; k < it; k++) {
    step(a, b, .01);
    edges(b);
    cell *x = a;
    a = b;
    b = x;
  }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < N * N; i++)
    s += a[i].h;
  printf("%.9g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
