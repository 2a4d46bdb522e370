#include <math.h>
#include "fv.h"
static void physical(const real u[NVAR], vec2 n, real *f)
{
    real vn = (u[1] * n.x + u[2] * n.y) / u[0], p = pressure(u);
    f[0] = u[0] * vn;
    f[1] = u[1] * vn + p * n.x;
    f[2] = u[2] * vn + p * n.y;
    f[3] = (u[3] + p) * vn;
}
static real speed(const real *u) { return sqrt(GAMMA * pressure(u) / u[0]); }
void flux_rusanov(const real *ul, const real *ur, vec2 n, real *f)
{
    real fl[NVAR], fr[NVAR], len = hypot(n.x, n.y);
    real sl = fabs((ul[1] * n.x + ul[2] * n.y) / ul[0]) + speed(ul) * len;
    real sr = fabs((ur[1] * n.x + ur[2] * n.y) / ur[0]) + speed(ur) * len;
    real s = sl > sr ? sl : sr;
    physical(ul, n, fl);
    physical(ur, n, fr);
    for (int k = 0; k < NVAR; k++) f[k] = 0.5 * (fl[k] + fr[k]) - 0.5 * s * (ur[k] - ul[k]);
}
void flux_hll(const real *ul, const real *ur, vec2 n, real *f)
{
    real fl[NVAR], fr[NVAR], len = hypot(n.x, n.y);
    real vl = (ul[1] * n.x + ul[2] * n.y) / ul[0], vr = (ur[1] * n.x + ur[2] * n.y) / ur[0];
    real sl = fmin(vl - speed(ul) * len, vr - speed(ur) * len), sr = fmax(vl + speed(ul) * len, vr + speed(ur) * len);
    int k;
    physical(ul, n, fl);
    physical(ur, n, fr);
    if (sl >= 0) { for (k = 0; k < NVAR; k++) f[k] = fl[k]; return; }
    if (sr <= 0) { for (k = 0; k < NVAR; k++) f[k] = fr[k]; return; }
    for (k = 0; k < NVAR; k++) f[k] = (sr * fl[k] - sl * fr[k] + sl * sr * (ur[k] - ul[k])) / (sr - sl);
}
