/* Shared variables that each iteration assigns before it reads them are copies in each work-item; the last one stays.
   expect: offloaded=4 */
#include <stdio.h>

enum { N = 40 };

static double u[N][N][N], f[N][N][N], g[N][N][N];
static double inverse, factor;
static int size[3] = {N, N, N};
int above; /* only one iteration assigns it */

static void sweep(void)
{
    int i, j, k;

#pragma omp for
    for (j = 1; j < size[1] - 1; j++)
        for (k = 1; k < size[2] - 1; k++) {
            for (i = 0; i < size[0]; i++) {
                inverse = 1.0 / u[i][j][k];
                factor = inverse * inverse;
                f[i][j][k] = factor + inverse;
            }
            for (i = 1; i < size[0]; i++) {
                inverse = 0.5 * (j + k);
                g[i][j][k] = inverse * f[i - 1][j][k];
            }
        }
}

int main(void)
{
    double scaled = -1, total = 0, last = -1, sum = 0;
    static double row[N];

    for (int i = 0; i < N * N * N; i++)
        (&u[0][0][0])[i] = 1 + i % 13;

#pragma omp parallel
    sweep();

#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        scaled = 2.0 * i;
        row[i] = scaled + 1;
        if (i == 7)
            above = i + 100;
    }
    printf("%d\n", above);

#pragma omp parallel for lastprivate(last)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N - i - 1; j++) { /* the last row is empty */
            last = i * 100 + j;
            u[i][j][0] = last;
        }
#pragma omp parallel for lastprivate(sum)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            sum = row[i] * j;
            u[i][j][1] += sum;
        }
    }

    for (int i = 0; i < N * N * N; i++)
        total += (&f[0][0][0])[i] + (&g[0][0][0])[i] + (&u[0][0][0])[i];
    for (int i = 0; i < N; i++)
        total += row[i];
    printf("%.10g %g\n", total, sum);
    return 0;
}
