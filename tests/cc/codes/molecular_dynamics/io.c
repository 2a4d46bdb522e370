#include <stdio.h>
#include <sys/time.h>
#include "md.h"
double elapsed()
{
    static struct timeval t0;
    struct timeval t;
    gettimeofday(&t, NULL);
    if (!t0.tv_sec) t0 = t;
    return t.tv_sec - t0.tv_sec + 1e-6 * (t.tv_usec - t0.tv_usec);
}
void dump(name, step)
char *name;
int step;
{
    FILE *f = fopen(name, step ? "a" : "w");
    int i;
    fprintf(f, "%d\nstep %d\n", natoms, step);
    FORALL(i) fprintf(f, "%d %.6f %.6f %.6f\n", atoms[i].type, atoms[i].r[0], atoms[i].r[1], atoms[i].r[2]);
    fclose(f);
}
