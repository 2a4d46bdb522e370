/* A lattice Boltzmann method in two dimensions. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define Q 9
static const int ex[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double w[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
int nx, ny;
double *f, *g;
#define F(a, x, y, q) a[((size_t)(y) * nx + (x)) * Q + (q)]
static void step(void) {
#pragma omp parallel for collapse(2)
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      double rho = 0, ux = 0, uy = 0;
      for (int q = 0; q < Q; q++) {
        double v = F(f, x, y, q);
        rho += v;
        ux += ex[q] * v;
        uy += ey[q] * v;
      }
      ux /= rho;
      uy /= rho;
      double u2 = ux * ux + uy * uy;
      for (int q = 0; q < Q; q++) {
        double eu = ex[q] * ux + ey[q] * uy, feq = w[q] * rho * (1 + 3 * eu + 4.5 * eu * eu - 1.5 * u2);
        int X = (x + ex[q] + nx) % nx, Y = (y + ey[q] + ny) % ny;
        F(g, X, Y, q) = F(f, x, y, q) + 1.2 * (feq - F(f, x, y, q));
      }
    }
  double *t = f;
  f = g;
  g = t;
}
int main(int argc, char **argv) {
  nx = argc > 1 ? atoi(argv[1]) : 1024;
  ny = nx;
  int it = argc > 2 ? atoi(argv[2]) : 100;
  f = malloc((size_t)nx * ny * Q * 8);
  g = malloc((size_t)nx * ny * Q * 8);
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++)
      for (int q = 0; q < Q; q++)
        F(f, x, y, q) = w[q] * (1 + .01 * ((x * 3 + y * 5) % 11));
  double t = omp_get_wtime();
  for (int k = 0; k < it; k++)
    step();
  t = omp_get_wtime() - t;
  double s = 0;
  for (size_t i = 0; i < (size_t)nx * ny * Q; i += 3)
    s += f[i];
  printf("%.10g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
