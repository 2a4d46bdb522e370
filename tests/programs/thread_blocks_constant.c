/* Threads keep their numbers in constants, and find blocks of their own by them.  expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void) { return 0; }
static int omp_get_max_threads(void) { return 1; }
#endif

struct worker {
    double **blocks;
};

static void squares(const double *values, double *sums, int rows, int columns, struct worker *workers)
{
#pragma omp parallel
    {
        int const number = omp_get_thread_num();
        double *const mine = workers[number].blocks[0];
        for (int j = 0; j < columns; j++)
            mine[j] = 0;
#pragma omp for schedule(static)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                mine[j] += values[j + i * columns] * values[j + i * columns];
#pragma omp critical
        for (int j = 0; j < columns; j++)
            sums[j] += mine[j];
    }
}

int main(void)
{
    int threads = omp_get_max_threads(), rows = 1000, columns = 8;
    struct worker *workers = malloc(threads * sizeof *workers);
    double *values = malloc(rows * columns * sizeof *values), sums[8] = {0};

    for (int i = 0; i < threads; i++) {
        workers[i].blocks = malloc(sizeof *workers[i].blocks);
        workers[i].blocks[0] = malloc(columns * sizeof(double));
    }
    for (int i = 0; i < rows * columns; i++)
        values[i] = i % 7;
    squares(values, sums, rows, columns, workers);
    for (int j = 0; j < columns; j++)
        printf("%g\n", sums[j]);
    return 0;
}
