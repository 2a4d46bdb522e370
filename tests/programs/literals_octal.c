/* Integer literals in octal and in hexadecimal, in loops, clauses and copies of elements.  expect: offloaded=7 */
#include <stdio.h>

#define N 64

static double a[N], b[N];
static double x[8][N];

static double before[32][32], after[32][32];

/* The row that is copied is none of those that the loop before writes. */
static void close(void) {
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 32; j++) {
            before[i][j] = i * 100 + j;
            after[i][j] = i + j;
        }
#pragma omp parallel
    {
#pragma omp for
        for (int i = 1; i <= 020; i++)
            for (int j = 1; j <= 020; j++)
                after[i][j] = before[i][j];
#pragma omp for
        for (int j = 1; j <= 020; j++)
            after[0][j] = after[18][j];
    }
}

int main(void) {
    int n = N;
    for (int i = 0; i < N; i++)
        b[i] = i % 07;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 1; k < n; k *= 02)
            sum += b[k];
        for (int k = 0x20; k > 0; k /= 02u)
            sum += b[k];
        for (int k = 01; k < n; k <<= 01)
            sum += 2 * b[k];
        a[i] = sum + 010 + i / 07;
    }
#pragma omp parallel for collapse(02) schedule(static, 010)
    for (int i = 00; i < 010; i += 01)
        for (int j = 0; j < 010; j++)
            a[i * 010 + j] += i * 010;
    for (int t = 1; t < n; t *= 02) {
#pragma omp parallel for
        for (int i = 0; i < t; i++)
            a[i] += 0x10;
    }
#pragma omp parallel num_threads(04)
    {
#pragma omp for
        for (int k = 0; k < 8; k++)
            for (int i = 0; i < N; i++)
                x[k][i] = a[i] * (k + 1);
#pragma omp for
        for (int k = 0; k < 8; k++) {
            x[k][0] = x[k][010];
            x[k][077] = x[k][0x1f];
        }
    }
    close();
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i + 1);
    printf("%g\n", sum);
    for (int k = 0; k < 8; k++)
        printf("%g %g %g %g\n", x[k][0], x[k][8], x[k][63], x[k][31]);
    for (int i = 0; i < 32; i++)
        printf("%g%s", after[i % 4 * 5][i], i < 31 ? " " : "\n");
    return 0;
}
