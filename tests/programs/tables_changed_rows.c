/* Tables of which iterations change rows and read one row by its number, which may be among those.
 * expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40 };

struct graph {
    int n;
    int **distance;
};

/* the row of the iteration `i == k` is the row that all read */
static void shortest(struct graph *g)
{
    for (int k = 0; k < g->n; k++) {
#pragma omp parallel for
        for (int i = 0; i < g->n; i++)
            for (int j = 0; j < g->n; j++)
                if (g->distance[i][k] + g->distance[k][j] < g->distance[i][j])
                    g->distance[i][j] = g->distance[i][k] + g->distance[k][j];
    }
}

/* a condition leaves the row out, or the bounds do */
static void eliminate(double **a, int n, int all)
{
    for (int k = 0; k < n; k++)
        if (all) {
#pragma omp parallel for
            for (int i = 0; i < n; i++)
                if (i != k) {
                    double f = a[i][k] / a[k][k];
                    for (int j = k; j <= n; j++)
                        a[i][j] -= f * a[k][j];
                }
        } else {
#pragma omp parallel for
            for (int i = k + 1; i < n; i++) {
                double f = a[i][k] / a[k][k];
                for (int j = k; j <= n; j++)
                    a[i][j] -= f * a[k][j];
            }
        }
}

static double **made(int n)
{
    double **a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) {
        a[i] = malloc((n + 1) * sizeof **a);
        for (int j = 0; j <= n; j++)
            a[i][j] = i == j ? n : (i * 31 + j * 17) % 10 / 10.0;
    }
    return a;
}

int main(void)
{
    int n = N, **d = malloc(n * sizeof *d), *block = malloc(n * n * sizeof *block);
    double **a = made(n), **b = made(n), sum = 0;
    struct graph g = {n, malloc(n * sizeof(int *))};

    for (int i = 0; i < n; i++) {
        d[i] = block + i * n;
        g.distance[i] = malloc(n * sizeof(int));
        for (int j = 0; j < n; j++)
            g.distance[i][j] = d[i][j] = i == j ? 0 : (i * 7 + j * 13) % 11 == 0 ? 1 + (i + j) % 9 : 9999;
    }
    shortest(&g);
    for (int k = 0; k < n; k++) {
#pragma omp parallel for schedule(static)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int through = d[i][k] + d[k][j];
                d[i][j] = through < d[i][j] ? through : d[i][j];
            }
    }
    eliminate(a, n, 1);
    eliminate(b, n, 0);
#pragma omp parallel for
    for (int i = n - 1; i > 0; i--)
        for (int j = 0; j < n; j++)
            d[i][j] += d[0][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (d[i][j] + g.distance[i][j] * 3) * (j + 1) + a[i][j] * j - b[i][j];
    printf("%.6f\n", sum);
    return 0;
}
