#include <stdio.h>
#include <stdlib.h>
#include "lbm.h"

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 96, ny = argc > 2 ? atoi(argv[2]) : 48;
    int steps = argc > 3 ? atoi(argv[3]) : 50;
    for (int shape = 0; shape < 2; shape++) {
        lattice_t *l = lattice_make(nx, ny, REAL(.02));
        unsigned counts[32];
        int where;
        lattice_geometry(l, shape);
        lattice_equilibrium(l, REAL(.05));
        for (int step = 1; step <= steps; step++) {
            stream_and_collide(l);
            if (step % 25 && step != steps)
                continue;
            lattice_macro(l);
            double top = lattice_speed(l, &where);
            printf("%s %d: mass %.6f top %.8f at %d\n", PACKAGE_STRING, step, lattice_mass(l), top, where);
        }
        printf("solids %u:", lattice_census(l, counts));
        for (int i = 0; i < 32; i++)
            if (counts[i])
                printf(" %d=%u", i, counts[i]);
        printf("\n");
        lattice_free(l);
    }
    return 0;
}
