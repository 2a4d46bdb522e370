/* What each thread adds up in memory that it allocates: the pointer is declared before the region and named by `private`,
 * or declared without a value, and set by a statement of its own.
 * expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };

static int count(const int *key, int m, double *all)
{
    int i, k, found = 0;
    double *mine;
#pragma omp parallel private(i, k, mine) reduction(+ : found)
    {
        mine = (double *)calloc(m, sizeof(double));
#pragma omp for schedule(dynamic, 16)
        for (i = 0; i < N; i++) {
            mine[key[i] % m] += 0.5;
            found += key[i] > 7;
        }
#pragma omp critical
        for (k = 0; k < m; k++)
            all[k] += mine[k];
        free(mine);
    }
    return found;
}

int main(void)
{
    int key[N], m = 9, *sums = calloc(m, sizeof *sums), *bits = calloc(m, sizeof *bits);
    double *all = calloc(m, sizeof *all);

    for (int i = 0; i < N; i++)
        key[i] = i * i % 31;
#pragma omp parallel
    {
        int *mine;
        int *own;
        mine = malloc(m * sizeof *mine);
        for (int k = 0; k < m; k++)
            mine[k] = 0;
        own = calloc(m, sizeof *own);
#pragma omp for
        for (int i = 0; i < N; i++)
            mine[key[i] % m] += key[i];
#pragma omp for
        for (int i = 0; i < N; i++)
            own[i % m] |= 1 << key[i] % 8;
#pragma omp critical
        for (int k = 0; k < m; k++)
            sums[k] += mine[k];
#pragma omp critical
        for (int k = 0; k < m; k++)
            bits[k] |= own[k];
        free(mine);
        free(own);
    }
    printf("%d\n", count(key, m, all));
    for (int k = 0; k < m; k++)
        printf("%d %d %g\n", sums[k], bits[k], all[k]);
    free(sums);
    free(bits);
    free(all);
    return 0;
}
