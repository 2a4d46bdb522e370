/* The counter of a loop with `simd` keeps its last value behind the loop, unlike that of a plain parallel loop.
   expect: offloaded=10 kept=K002
   flags: -Wno-maybe-uninitialized */
#include <stdio.h>

enum { N = 1000, M = 30 };

static double a[N], b[N], grid[M][M];
static int shared_counter;

static int square(int n)
{
    int i, j;
#pragma omp parallel for simd collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            grid[i][j] = i - j;
    return 100 * i + j;
}

static int triangle(int n)
{
    int i, j;
#pragma omp parallel for simd collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++)
            grid[i][j] += 1;
    return i >= j;
}

/* the same where a clause says so */
static int named(int n)
{
    int i, j, c = 3, last = 0;
#pragma omp parallel for simd linear(i) linear(c : 5) lastprivate(last)
    for (i = 2; i < n; i++) {
        c += 5;
        last = c + i;
    }
#pragma omp parallel for simd linear(j : 3)
    for (j = 1; j < n; j += 3)
        b[j] += 1;
    return 1000 * i + j + c + last;
}

int main(void)
{
    int i, k;

    /* nothing reads this value of i */
#pragma omp parallel for simd
    for (i = 0; i < N; i++)
        a[i] = i;

#pragma omp parallel for simd
    for (shared_counter = 3; shared_counter < N; shared_counter += 7)
        b[shared_counter] = a[shared_counter] * 2;

#pragma omp parallel for simd
    for (k = N - 1; k > 10; k -= 4)
        a[k] += 1;
    printf("%d %d\n", shared_counter, k);

#pragma omp parallel
    {
#pragma omp for simd
        for (k = 5; k < N; k++)
            b[k] += a[k];
#pragma omp for
        for (int n = 0; n < N; n++)
            a[n] += k;
    }
    /* the loop around goes on with what the counter is behind the inner one */
    int rounds = 0, both;
    for (both = 0; both < 2 * N; both++) {
        rounds++;
#pragma omp parallel for simd
        for (both = N; both < N + 600; both++)
            b[both - N] += rounds;
        both += 500;
    }
    printf("%d %d\n", rounds, both);

    for (i = 0; i < 3; i++)
        printf("%g %g\n", a[i + 7], b[i + 9]);

#pragma omp parallel for
    for (int n = 0; n < N; n++)
        a[n] -= 1;
    printf("%d %d %d %g %g\n", square(M), triangle(M), named(N), grid[M - 1][2], a[N - 1]);
    return 0;
}
