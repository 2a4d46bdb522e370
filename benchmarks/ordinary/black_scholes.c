/* Prices of options by the formula of Black and Scholes. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  double s, k, t;
} opt;
static double cnd(double d) { return 0.5 * erfc(-d * M_SQRT1_2); }
static void price(const opt *o, double *call, double *put, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double r = .02, vol = .3, q = sqrt(o[i].t),
           d1 = (log(o[i].s / o[i].k) + (r + .5 * vol * vol) * o[i].t) / (vol * q), d2 = d1 - vol * q,
           e = exp(-r * o[i].t);
    call[i] = o[i].s * cnd(d1) - o[i].k * e * cnd(d2);
    put[i] = o[i].k * e * cnd(-d2) - o[i].s * cnd(-d1);
  }
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4000000, it = argc > 2 ? atoi(argv[2]) : 20;
  opt *o = malloc(n * sizeof *o);
  double *a = malloc(n * 8), *b = malloc(n * 8);
  srand(2);
  for (int i = 0; i < n; i++) {
    o[i].s = 5 + rand() % 3000 / 100.;
    o[i].k = 1 + rand() % 9900 / 100.;
    o[i].t = .25 + rand() % 975 / 100.;
  }
  double t = omp_get_wtime();
  for (int k = 0; k < it; k++)
    price(o, a, b, n);
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] - b[i];
  printf("%.8g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
