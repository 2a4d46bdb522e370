/* Shared variables that nobody declared private: counters of inner loops, and scratch variables that some iterations
 * assign and others don't. Nothing reads what the loops leave in them.
 * expect: offloaded=7 */
#include <stdio.h>

enum { N = 24, M = 101 };

static double a[N][N], b[N][N], c[N][N], d[N];
static int order[M], steps[N], row, column;

int main(void)
{
    int i, j, k, moved;
    double sum, part;

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = i * j % 7;
            b[i][j] = i - j;
        }
#pragma omp parallel for
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            sum = 0;
            for (k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
#pragma omp parallel for
    for (i = 0; i < N; i++)
        for (j = i + 1; j < N; j++) { /* the last iteration doesn't assign `part` */
            part = a[i][j] * 2;
            b[i][j] += part * part;
        }
    for (i = 0; i < M; i++)
        order[i] = i * 37 % M;
    for (k = 0; k < M; k++) {
#pragma omp parallel for
        for (i = 1 + k % 2; i < M; i += 2)
            if (order[i - 1] > order[i]) {
                moved = order[i];
                order[i] = order[i - 1];
                order[i - 1] = moved;
            }
    }
#pragma omp parallel for
    for (row = 0; row < N; row++)
        for (column = 0; column < N; column++)
            a[row][column] = c[row][column] + 1;
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        if (a[i][i] > 1000)
            continue;
        for (j = i, k = 0; j > 1; k++)
            j = j % 2 ? 3 * j + 1 : j / 2;
        steps[i] = k;
    }
#pragma omp parallel
    {
#pragma omp for
        for (i = 0; i < N; i++)
            for (k = 0; k < N; k++)
                c[i][k] -= b[k][i];
#pragma omp for
        for (i = 0; i < N; i++)
            for (k = 0, d[i] = 0; k < N; k++)
                if (c[k][i] > 0) {
                    part = c[k][i];
                    d[i] += part * part;
                }
    }
    sum = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += a[i][j] * 3 + b[i][j] + c[i][j] * j;
    for (i = 0; i < M; i++)
        sum += order[i] != i;
    for (i = 0; i < N; i++)
        sum += steps[i] + d[i] * i;
    printf("%.6f\n", sum);
    return 0;
}
