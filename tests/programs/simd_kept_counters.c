/* Loops with `simd` that stay on the CPU in regions whose other loops run on the device: their counters keep the last
   values, which the other loops and the host read.
   expect: offloaded=3 kept=K004,K004,K004  flags: -Wno-maybe-uninitialized */
#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };

static double a[N], b[N];
static int row[N];

int main(void)
{
    int i = 7, j = 0, k = 5;
    double sum = 0;

#pragma omp parallel
    {
#pragma omp for simd
        for (i = 1; i < N; i += 4)
            b[i] += rand() > -1;
#pragma omp for
        for (int m = 0; m < N; m++)
            a[m] = m + i;
#pragma omp for simd linear(j : 2)
        for (j = 0; j < N - 3; j += 2)
            row[j] = rand() > -1;
#pragma omp for simd lastprivate(k) reduction(+ : sum)
        for (k = N - 1; k > 2; k--)
            sum += rand() > -1;
#pragma omp for reduction(+ : sum)
        for (int m = 0; m < N; m++)
            sum += a[m] + b[m] + row[m];
#pragma omp for
        for (int m = 0; m < N; m++)
            a[m] -= k;
    }
    printf("%d %d %d %g %g\n", i, j, k, sum, a[N - 1]);
    return 0;
}
