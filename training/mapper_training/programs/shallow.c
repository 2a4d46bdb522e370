/* Shallow water: fluxes and heights on a grid, nine arrays in double precision, three loops over rows a step. */
#include <stdio.h>
#include <stdlib.h>

static void step(int n, double p[n][n], double u[n][n], double v[n][n], double cu[n][n], double cv[n][n],
                 double z[n][n], double h[n][n], double pu[n][n], double pv[n][n])
{
#pragma omp parallel
  {
#pragma omp for
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        cu[j][i] = 0.5 * (p[j][i] + p[j][i - 1]) * u[j][i];
        cv[j][i] = 0.5 * (p[j][i] + p[j - 1][i]) * v[j][i];
        double around = p[j - 1][i - 1] + p[j][i] + p[j][i - 1] + p[j - 1][i];
        z[j][i] = (4.0 * (v[j][i] - v[j][i - 1]) - 4.0 * (u[j][i] - u[j - 1][i])) / around;
        double east = u[j][i + 1] * u[j][i + 1], north = v[j + 1][i] * v[j + 1][i];
        h[j][i] = p[j][i] + 0.25 * (east + u[j][i] * u[j][i] + north + v[j][i] * v[j][i]);
      }
#pragma omp for
    for (int j = 2; j < n - 2; j++)
      for (int i = 2; i < n - 2; i++) {
        double above = 0.001 * (z[j + 1][i] + z[j][i]), beside = 0.001 * (z[j][i + 1] + z[j][i]);
        pu[j][i] = u[j][i] + above * (cv[j + 1][i] + cv[j][i]) - 0.001 * (h[j][i] - h[j][i - 1]);
        pv[j][i] = v[j][i] - beside * (cu[j][i + 1] + cu[j][i]) - 0.001 * (h[j][i] - h[j - 1][i]);
        p[j][i] -= 0.001 * (cu[j][i + 1] - cu[j][i] + cv[j + 1][i] - cv[j][i]);
      }
#pragma omp for
    for (int j = 2; j < n - 2; j++)
      for (int i = 2; i < n - 2; i++) {
        u[j][i] = 0.9 * pu[j][i] + 0.05 * (pu[j][i - 1] + pu[j][i + 1]);
        v[j][i] = 0.9 * pv[j][i] + 0.05 * (pv[j - 1][i] + pv[j + 1][i]);
      }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32, m = n / 2;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  size_t size = (size_t)n * (size_t)n * sizeof(double);
  double(*p)[n] = malloc(size), (*u)[n] = malloc(size), (*v)[n] = malloc(size), (*cu)[n] = malloc(size);
  double(*cv)[n] = malloc(size), (*z)[n] = malloc(size), (*h)[n] = malloc(size), (*pu)[n] = malloc(size);
  double(*pv)[n] = malloc(size), sum = 0.0;
  if (!p || !u || !v || !cu || !cv || !z || !h || !pu || !pv) return 1;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      p[j][i] = 10.0;
      cu[j][i] = cv[j][i] = z[j][i] = h[j][i] = pu[j][i] = pv[j][i] = 0.1;
      u[j][i] = 0.1 * (double)((i + j) % 7);
      v[j][i] = 0.1 * (double)((i + 2 * j) % 7);
    }
  for (int r = 0; r < repeats; r++) {
    step(n, p, u, v, cu, cv, z, h, pu, pv);
    if (touch) {
      p[m][m] += 0.1;
      sum += u[m][m];
    }
  }
  printf("%.8g %.8g\n", sum, p[m][m]);
  free(p);
  free(u);
  free(v);
  free(cu);
  free(cv);
  free(z);
  free(h);
  free(pu);
  free(pv);
  return 0;
}
