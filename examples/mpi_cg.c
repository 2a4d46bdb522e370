/*
 * The conjugate gradient method, by MPI and OpenMP, for Poisson's equation on a cube of n points a side: each rank has
 * some planes of the cube, and the rows of the matrix that belong to them, in compressed sparse rows.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* The rows of one rank. Columns count from the plane before its first. */
struct matrix {
    long rows;
    long *start;
    int *column;
    double *value;
};

static struct matrix poisson(int n, int first, int planes)
{
    long plane = (long)n * n, count = 0;
    struct matrix a = {planes * plane, NULL, NULL, NULL};

    a.start = malloc((a.rows + 1) * sizeof *a.start);
    a.column = malloc(7 * a.rows * sizeof *a.column);
    a.value = malloc(7 * a.rows * sizeof *a.value);
    for (long row = 0; row < a.rows; row++) {
        int x = row % n, y = row / n % n, z = (int)(row / plane) + first;
        long here = row + plane;
        long columns[7] = {here, here - 1, here + 1, here - n, here + n, here - plane, here + plane};
        int inside[7] = {1, x > 0, x < n - 1, y > 0, y < n - 1, z > 0, z < n - 1};

        a.start[row] = count;
        for (int k = 0; k < 7; k++)
            if (inside[k]) {
                a.column[count] = (int)columns[k];
                a.value[count++] = k == 0 ? 6 : -1;
            }
    }
    a.start[a.rows] = count;
    return a;
}

/* Stores A p in q, and returns this rank's part of p . A p; q and the vectors below have no planes of other ranks. */
static double multiply(const struct matrix *a, long plane, const double *p, double *q)
{
    const long *start = a->start;
    const int *column = a->column;
    const double *value = a->value;
    long rows = a->rows;
    double sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (long i = 0; i < rows; i++) {
        double product = 0;
        for (long k = start[i]; k < start[i + 1]; k++)
            product += value[k] * p[column[k]];
        q[i] = product;
        sum += product * p[i + plane];
    }
    return sum;
}

static double over_all(double mine)
{
    double sum;

    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

int main(int argc, char **argv)
{
    int rank, ranks, n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 40;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int before = rank > 0 ? rank - 1 : MPI_PROC_NULL, after = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    int first = (int)((long)n * rank / ranks), planes = (int)((long)n * (rank + 1) / ranks) - first;
    struct matrix a = poisson(n, first, planes);
    long plane = (long)n * n, rows = a.rows;
    double *x = calloc(rows, sizeof *x), *r = malloc(rows * sizeof *r), *q = malloc(rows * sizeof *q);
    double *p = calloc(rows + 2 * plane, sizeof *p); /* with a plane of each neighbour */
    double rho = 0;

    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
#pragma omp parallel for reduction(+ : rho)
    for (long i = 0; i < rows; i++) {
        r[i] = p[i + plane] = 1 + (first * plane + i) % 7;
        rho += r[i] * r[i];
    }
    rho = over_all(rho);
    for (int step = 0; step < steps; step++) {
        MPI_Sendrecv(p + plane, (int)plane, MPI_DOUBLE, before, 0, p + plane + rows, (int)plane, MPI_DOUBLE, after, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(p + rows, (int)plane, MPI_DOUBLE, after, 1, p, (int)plane, MPI_DOUBLE, before, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        double alpha = rho / over_all(multiply(&a, plane, p, q)), next = 0;
#pragma omp parallel for reduction(+ : next)
        for (long i = 0; i < rows; i++) {
            x[i] += alpha * p[i + plane];
            r[i] -= alpha * q[i];
            next += r[i] * r[i];
        }
        next = over_all(next);
        double beta = next / rho;
#pragma omp parallel for
        for (long i = 0; i < rows; i++)
            p[i + plane] = r[i] + beta * p[i + plane];
        rho = next;
    }
    if (rank == 0) {
        printf("residual after %d steps: %.6e\n", steps, sqrt(rho));
        fprintf(stderr, "%d ranks: %.4f s\n", ranks, MPI_Wtime() - start);
    }
    MPI_Finalize();
    return 0;
}
