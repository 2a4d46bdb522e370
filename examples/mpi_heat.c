/* Heat in a rod, by MPI and OpenMP: each rank has a part of the rod, and exchanges the points at its ends. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, ranks, points = argc > 1 ? atoi(argv[1]) : 1000, steps = argc > 2 ? atoi(argv[2]) : 100;
    double heat = 0, total = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    int first = (int)((long)points * rank / ranks), last = (int)((long)points * (rank + 1) / ranks);
    int n = last - first;
    double *now = malloc((n + 2) * sizeof *now), *next = malloc((n + 2) * sizeof *next);

#pragma omp parallel for
    for (int i = 0; i < n + 2; i++)
        now[i] = next[i] = first + i - 1 == points / 2 ? points : 0;

    for (int step = 0; step < steps; step++) {
        MPI_Sendrecv(&now[1], 1, MPI_DOUBLE, left, 0, &now[n + 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Sendrecv(&now[n], 1, MPI_DOUBLE, right, 1, &now[0], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
#pragma omp parallel for
        for (int i = 1; i <= n; i++)
            next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
        double *other = now;
        now = next;
        next = other;
    }

#pragma omp parallel for reduction(+ : heat)
    for (int i = 1; i <= n; i++)
        heat += now[i];
    MPI_Reduce(&heat, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("heat of %d points after %d steps: %.6f\n", points, steps, total);
    free(now);
    free(next);
    MPI_Finalize();
    return 0;
}
