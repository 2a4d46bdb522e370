#include <math.h>
#include "md.h"
double epot, virial;
double eps[2][2] = { { 1.0, 0.8 }, { 0.8, 0.5 } }, sigma[2][2] = { { 1.0, 0.94 }, { 0.94, 0.88 } };

static void lj(r2, e, s, en, fr)
double r2, e, s, *en, *fr;
{
    double s2 = s * s / r2, s6 = s2 * s2 * s2;
    *en = 4 * e * (s6 * s6 - s6);
    *fr = 24 * e * (2 * s6 * s6 - s6) / r2;
}

void forces()
{
    int i;
    double ep = 0, vir = 0;
#pragma omp parallel for reduction(+:ep,vir)
    FORALL(i) {
        int jj, k;
        double f[3] = { 0, 0, 0 };
        register struct atom *a = &atoms[i];
        for (jj = 0; jj < nneb[i]; jj++) {
            struct atom *b = atoms + nebs[i][jj];
            Vec d;
            double r2, e, fr;
            for (k = 0; k < 3; k++) {
                d[k] = a->r[k] - b->r[k];
                WRAP(d[k]);
            }
            r2 = DOT(d, d);
            if (r2 > SQR(rcut)) continue;
            lj(r2, eps[a->type][b->type], sigma[a->type][b->type], &e, &fr);
            ep += 0.5 * e;
            vir += 0.5 * fr * r2;
            for (k = 0; k < 3; k++) f[k] += fr * d[k];
        }
        for (k = 0; k < 3; k++) a->f[k] = f[k];
    }
    epot = ep;
    virial = vir;
}
