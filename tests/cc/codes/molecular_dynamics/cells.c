#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include "md.h"
int ncell, *head, *next, *nneb, **nebs;

static int cellof(r)
double *r;
{
    int c[3], k;
    for (k = 0; k < 3; k++) {
        c[k] = (int)(r[k] / box * ncell);
        if (c[k] >= ncell) c[k] = ncell - 1;
        if (c[k] < 0) c[k] = 0;
    }
    return (c[2] * ncell + c[1]) * ncell + c[0];
}

void init_cells()
{
    int i;
    ncell = (int)(box / (rcut + rskin));
    if (ncell < 3) { fprintf(stderr, "box too small\n"); exit(1); }
    head = (int *)malloc(ncell * ncell * ncell * sizeof(int));
    next = (int *)malloc(natoms * sizeof(int));
    nneb = (int *)malloc(natoms * sizeof(int));
    nebs = (int **)malloc(natoms * sizeof(int *));
    FORALL(i) nebs[i] = (int *)malloc(MAXNEB * sizeof(int));
}

void build_cells()
{
    int i, c, n = ncell * ncell * ncell;
#pragma omp parallel for
    for (i = 0; i < n; i++) head[i] = -1;
    /* wrap into the box */
#pragma omp parallel for private(c)
    FORALL(i) {
        for (c = 0; c < 3; c++) {
            if (atoms[i].r[c] >= box) atoms[i].r[c] -= box;
            else if (atoms[i].r[c] < 0) atoms[i].r[c] += box;
        }
    }
    FORALL(i) {
        c = cellof(atoms[i].r);
        next[i] = head[c];
        head[c] = i;
    }
}

void build_lists()
{
    int i, over = 0;
    double rl2 = SQR(rcut + rskin);
#pragma omp parallel for schedule(dynamic, 16) reduction(|:over)
    FORALL(i) {
        int cx, cy, cz, j, k, n = 0, c = cellof(atoms[i].r);
        int ix = c % ncell, iy = c / ncell % ncell, iz = c / (ncell * ncell);
        for (cz = iz - 1; cz <= iz + 1; cz++)
            for (cy = iy - 1; cy <= iy + 1; cy++)
                for (cx = ix - 1; cx <= ix + 1; cx++) {
                    int cc = ((cz + ncell) % ncell * ncell + (cy + ncell) % ncell) * ncell + (cx + ncell) % ncell;
                    for (j = head[cc]; j >= 0; j = next[j]) {
                        Vec d;
                        if (j == i) continue;
                        for (k = 0; k < 3; k++) {
                            d[k] = atoms[i].r[k] - atoms[j].r[k];
                            WRAP(d[k]);
                        }
                        if (DOT(d, d) < rl2) {
                            if (n < MAXNEB) nebs[i][n++] = j;
                            else over = 1;
                        }
                    }
                }
        nneb[i] = n;
    }
    if (over) { fprintf(stderr, "too many neighbours\n"); exit(1); }
}
