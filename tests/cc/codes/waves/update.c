#include <math.h>
#include "seis.h"
#define C1 1.125f
#define C2 -0.0416666667f

/* velocities from stresses */
void update_v(g, vx, vz, txx, tzz, txz, rho, damp)
struct grid *g;
float **vx, **vz, **txx, **tzz, **txz, **rho, **damp;
{
  int i, j;
  float c = g->dt / g->dx;
  register float sx, sz;
#pragma omp parallel for private(i, j, sx, sz) shared(c)
  LOOP2(i, j, 3, g->nx - 2, 3, g->nz - 2)
  {
    sx = C1 * (txx[i + 1][j] - txx[i][j]) + C2 * (txx[i + 2][j] - txx[i - 1][j])
       + C1 * (txz[i][j] - txz[i][j - 1]) + C2 * (txz[i][j + 1] - txz[i][j - 2]);
    sz = C1 * (txz[i][j] - txz[i - 1][j]) + C2 * (txz[i + 1][j] - txz[i - 2][j])
       + C1 * (tzz[i][j + 1] - tzz[i][j]) + C2 * (tzz[i][j + 2] - tzz[i][j - 1]);
    vx[i][j] = (vx[i][j] + c * sx / rho[i][j]) * damp[i][j];
    vz[i][j] = (vz[i][j] + c * sz / rho[i][j]) * damp[i][j];
  }
}

/* stresses from velocities: rows by pointers that walk */
void update_s(g, vx, vz, txx, tzz, txz, lam, mu, damp)
struct grid *g;
float **vx, **vz, **txx, **tzz, **txz, **lam, **mu, **damp;
{
  register int i;
  float c = g->dt / g->dx;
#pragma omp parallel for
  for (i = 3; i <= g->nx - 2; i++) {
    register float *a = &txx[i][3], *b = &tzz[i][3], *s = &txz[i][3];
    float *end = &txx[i][g->nz - 2], *l = &lam[i][3], *m = mu[i] + 3, *d = damp[i] + 3;
    float *u0 = vx[i] + 3, *um = vx[i - 1] + 3, *umm = vx[i - 2] + 3, *up = vx[i + 1] + 3;
    float *w = vz[i] + 3, *wp = vz[i + 1] + 3, *wpp = vz[i + 2] + 3, *wm = vz[i - 1] + 3;
    while (a <= end) {
      float ex = C1 * (*u0 - *um) + C2 * (*up - *umm);
      float ez = C1 * (w[0] - w[-1]) + C2 * (w[1] - w[-2]);
      float es = C1 * (u0[1] - *u0) + C2 * (u0[2] - u0[-1]) + C1 * (*wp - *w) + C2 * (*wpp - *wm);
      *a = (*a + c * ((*l + 2 * *m) * ex + *l * ez)) * *d;
      *b = (*b + c * ((*l + 2 * *m) * ez + *l * ex)) * *d;
      *s = (*s + c * *m * es) * *d;
      a++; b++; s++; l++; m++; d++; u0++; um++; umm++; up++; w++; wp++; wpp++; wm++;
    }
  }
}

float energy(g, vx, vz, rho)
struct grid *g;
float **vx, **vz, **rho;
{
  int i, j;
  double e = 0.0;
#pragma omp parallel for private(j) reduction(+:e)
  for (i = 1; i <= g->nx; i++) {
    double row = 0;
    for (j = 1; j <= g->nz; j++)
      row += 0.5 * rho[i][j] * (vx[i][j] * vx[i][j] + vz[i][j] * vz[i][j]);
    e += row;
  }
  return e;
}
