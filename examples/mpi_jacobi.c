/*
 * Jacobi's method for the heat in a plate, by MPI and OpenMP: each rank has a band of rows, and exchanges its first and
 * last row with its neighbours while the rows between are computed.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define TAG_UP 1
#define TAG_DOWN 2

/* Stores the mean of the four neighbours of each inner point of rows first to last, n points each. */
static void sweep(int first, int last, int n, const double *restrict old, double *restrict new)
{
#pragma omp parallel for collapse(2)
    for (int i = first; i <= last; i++)
        for (int j = 1; j < n - 1; j++) {
            long here = (long)i * n + j;
            new[here] = 0.25 * (old[here - n] + old[here + n] + old[here - 1] + old[here + 1]);
        }
}

/* Returns the largest change of an inner point. */
static double largest_change(int rows, int n, const double *a, const double *b)
{
    double most = 0;
#pragma omp parallel for collapse(2) reduction(max : most)
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j < n - 1; j++)
            most = fmax(most, fabs(a[(long)i * n + j] - b[(long)i * n + j]));
    return most;
}

int main(int argc, char **argv)
{
    int rank, ranks, n = argc > 1 ? atoi(argv[1]) : 400, steps = argc > 2 ? atoi(argv[2]) : 50;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    int inner = n - 2, first = (int)((long)inner * rank / ranks), rows = (int)((long)inner * (rank + 1) / ranks) - first;
    double *old = malloc((size_t)(rows + 2) * n * sizeof *old), *new = malloc((size_t)(rows + 2) * n * sizeof *new);

#pragma omp parallel for collapse(2)
    for (int i = 0; i < rows + 2; i++)
        for (int j = 0; j < n; j++)
            old[(long)i * n + j] = new[(long)i * n + j] = first + i == 0 ? 100 : 0;

    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int step = 0; step < steps; step++) {
        MPI_Request requests[4];

        MPI_Irecv(old, n, MPI_DOUBLE, above, TAG_DOWN, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(old + (long)(rows + 1) * n, n, MPI_DOUBLE, below, TAG_UP, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(old + n, n, MPI_DOUBLE, above, TAG_UP, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(old + (long)rows * n, n, MPI_DOUBLE, below, TAG_DOWN, MPI_COMM_WORLD, &requests[3]);
        sweep(2, rows - 1, n, old, new);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        sweep(1, 1, n, old, new);
        if (rows > 1)
            sweep(rows, rows, n, old, new);
        double *other = old;
        old = new;
        new = other;
    }
    double mine = largest_change(rows, n, old, new), most;
    MPI_Reduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("largest change in step %d: %.9e\n", steps, most);
        fprintf(stderr, "%d ranks: %.4f s\n", ranks, MPI_Wtime() - start);
    }
    free(old);
    free(new);
    MPI_Finalize();
    return 0;
}
