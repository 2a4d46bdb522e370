#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include "md.h"
struct atom *atoms;
int natoms;
double box, rcut = 2.5, rskin = 0.3, dt = 0.004, ekin;

static Vec *last;

lattice(n, rho)
int n;
double rho;
{
    int x, y, z, i = 0, k;
    natoms = n * n * n;
    box = pow(natoms / rho, 1.0 / 3);
    atoms = (struct atom *)calloc(natoms, sizeof(struct atom));
    last = (Vec *)malloc(natoms * sizeof(Vec));
    for (z = 0; z < n; z++)
        for (y = 0; y < n; y++)
            for (x = 0; x < n; x++, i++) {
                atoms[i].r[0] = (x + 0.5) * box / n;
                atoms[i].r[1] = (y + 0.5) * box / n;
                atoms[i].r[2] = (z + 0.5) * box / n;
                for (k = 0; k < 3; k++) atoms[i].v[k] = drand() - 0.5;
                atoms[i].type = i % 3 == 0;
                atoms[i].fixed = i % 50 == 0;
            }
    return natoms;
}

static void verlet1()
{
    int i, k;
#pragma omp parallel for private(k)
    FORALL(i) {
        if (atoms[i].fixed) continue;
        for (k = 0; k < 3; k++) {
            atoms[i].v[k] += 0.5 * dt * atoms[i].f[k];
            atoms[i].r[k] += dt * atoms[i].v[k];
        }
    }
}

static void verlet2()
{
    int i, k;
    double e = 0;
#pragma omp parallel for private(k) reduction(+:e)
    FORALL(i) {
        if (atoms[i].fixed) continue;
        for (k = 0; k < 3; k++)
            atoms[i].v[k] += 0.5 * dt * atoms[i].f[k];
        e += 0.5 * DOT(atoms[i].v, atoms[i].v);
    }
    ekin = e;
}

static double moved()
{
    int i;
    double most = 0;
#pragma omp parallel
    {
        double mine = 0;
#pragma omp for nowait
        FORALL(i) {
            Vec d;
            int k;
            double r2;
            for (k = 0; k < 3; k++) {
                d[k] = atoms[i].r[k] - last[i][k];
                WRAP(d[k]);
            }
            r2 = DOT(d, d);
            if (r2 > mine) mine = r2;
        }
#pragma omp critical
        if (mine > most) most = mine;
    }
    return sqrt(most);
}

static remember()
{
    int i, k;
#pragma omp parallel for private(k)
    FORALL(i) for (k = 0; k < 3; k++) last[i][k] = atoms[i].r[k];
    return 0;
}

main(argc, argv)
int argc;
char **argv;
{
    int step, steps = argc > 1 ? atoi(argv[1]) : 40, builds = 0;
    lattice(argc > 2 ? atoi(argv[2]) : 8, 0.5);
    init_cells();
    build_cells();
    build_lists();
    remember();
    forces();
    for (step = 0; step < steps; step++) {
        verlet1();
        if (moved() > 0.5 * rskin) {
            build_cells();
            build_lists();
            remember();
            builds++;
        }
        forces();
        verlet2();
        if (step % 20 == 0) {
            printf("%4d E %.6f  pot %.6f  kin %.6f  vir %.5f\n", step, epot + ekin, epot, ekin, virial);
            dump("md.xyz", step);
        }
    }
    printf("%d atoms, %d rebuilds, %s\n", natoms, builds, elapsed() >= 0 ? "done" : "clock runs backwards");
    return 0;
}
