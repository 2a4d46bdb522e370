#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include "fem.h"

static double soft(double s, double young) { return s / (1 + fabs(s) / young); }
static const Material materials[] = {{"steel", 210, 0.3, 0}, {"rubber", 3.0, 0.45, soft}};

int main(int argc, char *argv[])
{
    int nx = argc > 1 ? atoi(argv[1]) : 24, ny = argc > 2 ? atoi(argv[2]) : 8, n, i;
    struct Solver *solvers[] = {&cg_solver, &jacobi_solver, NULL}, **s;
    Mesh mesh;
    struct Csr a;
    mesh_rectangle(&mesh, nx, ny, 3, 1);
    printf("%d nodes, %d elements, %d colours\n", mesh.nodes, mesh.elements, mesh_colour(&mesh));
    csr_pattern(&mesh, &a);
    n = a.rows;
    Vec *load = calloc(n, sizeof *load), *u = calloc(n, sizeof *u);
    double (*stress)[3] = malloc(mesh.elements * sizeof *stress), *mises = malloc(mesh.elements * sizeof *mises);
    assemble(&mesh, materials, &a, load);
    for (s = solvers; *s; s++) {
        int done = (*s)->solve(*s, &a, load, u);
        double top = 0, energy = 0;
        stresses(&mesh, materials, u, stress, mises);
        for (i = 0; i < mesh.elements; i++)
            top = fmax(top, mises[i]);
        for (i = 0; i < n; i++)
            energy += u[i] * load[i];
        printf("%s %d: energy %.6f, stress %.6f, tip %.6f\n", (*s)->name, done, energy, top, u[n - 1]);
    }
    mesh_free(&mesh);
    csr_free(&a);
    return 0;
}
