/* Bounds behind pointers that are null, or lead nowhere, where the choice of a device is made.
   expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>

struct grid {
    int n;
    struct grid *finer;
    double *values;
};

static double x[500];
static struct grid *root; /* null until the first loop has run */
static int *sizes;        /* so is this */

static void scale(struct grid *g, int *length)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < 500; i++)
            x[i] += 1;
        if (g != NULL) {
#pragma omp for
            for (int i = 0; i < g->finer->n; i++)
                g->finer->values[i] *= 2;
        }
        if (length != NULL) {
#pragma omp for
            for (int i = 0; i < *length; i++)
                x[i] *= 0.5;
        }
    }
}

static void add(void)
{
#pragma omp parallel for
    for (int i = 0; i < root->finer->n; i++)
        for (int j = 0; j < root->n; j++)
            root->finer->values[i] += j;
}

/* What a call gives is the pointer of the file's, not the array of that name. */
static void shadowed(const int *bounds)
{
    int sizes[2] = {7, 9};

#pragma omp parallel for
    for (int i = 0; i < bounds[1]; i++)
        x[i] += sizes[1];
}

int main(void)
{
    struct grid coarse = {3, NULL, NULL};
    int few = 40, none = 0;
    double sum = 0;

    scale(NULL, NULL);
    coarse.finer = malloc(sizeof *coarse.finer);
    if (coarse.finer == NULL)
        return 1;
    *coarse.finer = (struct grid){300, NULL, calloc(300, sizeof(double))};
    if (coarse.finer->values == NULL)
        return 1;
    root = &coarse;
    sizes = &(int[]){5, 200}[0];
    shadowed(sizes);
    add();
    scale(&coarse, &few);
    scale(root, &none);
    for (int i = 0; i < 300; i++)
        sum += x[i] + coarse.finer->values[i] * i;
    printf("%g\n", sum);
    free(coarse.finer->values);
    free(coarse.finer);
    return 0;
}
