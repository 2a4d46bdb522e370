#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include "seis.h"
extern void update_v(), update_s();
float energy();

static double ricker(t, f) double t, f; { double a = PI * f * (t - 1.2 / f); a *= a; return (1 - 2 * a) * exp(-a); }

main(argc, argv)
int argc;
char **argv;
{
  struct grid g;
  int i, j, it, nt = argc > 3 ? atoi(argv[3]) : 60, nrec;
  float **vx, **vz, **txx, **tzz, **txz, **rho, **lam, **mu, **damp, *trace, **seismo;

  g.nx = argc > 1 ? atoi(argv[1]) : 60;
  g.nz = argc > 2 ? atoi(argv[2]) : 50;
  g.dx = 10.0; g.dt = 0.001;
#define FIELD(p) p = matrix(1L, (long)g.nx, 1L, (long)g.nz)
  FIELD(vx); FIELD(vz); FIELD(txx); FIELD(tzz); FIELD(txz);
  FIELD(rho); FIELD(lam); FIELD(mu); FIELD(damp);
  nrec = g.nx / 5;
  trace = vector(1L, (long)nt);
  seismo = matrix(1L, (long)nt, 1L, (long)nrec);
#pragma omp parallel for private(i, j)
  for (j = 1; j <= g.nz; j++)
    for (i = 1; i <= g.nx; i++) {
      double vp = 2000 + (j > g.nz / 2 ? 1000 : 0), vs = vp / sqrt(3.0), edge;
      int d = i < j ? i : j;
      if (g.nx - i < d) d = g.nx - i;
      if (g.nz - j < d) d = g.nz - j;
      rho[i][j] = 2000;
      mu[i][j] = rho[i][j] * vs * vs;
      lam[i][j] = rho[i][j] * vp * vp - 2 * mu[i][j];
      edge = d < 10 ? 0.015 * (10 - d) : 0;
      damp[i][j] = exp(-edge * edge);
    }
  for (it = 1; it <= nt; it++) {
    txx[g.nx / 2][g.nz / 3] += 1e6 * ricker(it * g.dt, 25.0);
    tzz[g.nx / 2][g.nz / 3] += 1e6 * ricker(it * g.dt, 25.0);
    update_v(&g, vx, vz, txx, tzz, txz, rho, damp);
    update_s(&g, vx, vz, txx, tzz, txz, lam, mu, damp);
    trace[it] = vz[g.nx / 2][5];
#pragma omp parallel for
    for (i = 1; i <= nrec; i++)
      seismo[it][i] = vz[5 * i][5];
    if (it % 20 == 0) printf("%d %.3e %.3e\n", it, energy(&g, vx, vz, rho), trace[it]);
  }
  for (i = 1; i <= nrec; i++) printf("%.2e%c", seismo[nt][i], i == nrec ? '\n' : ' ');
  free_matrix(vx, 1L, (long)g.nx, 1L, (long)g.nz);
  free_vector(trace, 1L, (long)nt);
  return 0;
}
