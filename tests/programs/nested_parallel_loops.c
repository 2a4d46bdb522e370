/* Parallel loops inside parallel loops, as parallelizing compilers write them: each inner one has one thread.
   expect: offloaded=9 kept=K002 */
#include <stdio.h>

enum { N = 60, M = 40 };

static double a[N][M], b[N][M], row[N], scaled[N];
static int found[N], last[N], kept[N];

static double dot(const double *x, const double *y, int n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int j = 0; j < n; j++)
        sum += x[j] * y[j];
    return sum;
}

int main(void)
{
    int i, j, k = 5;
    double t = 3, sum;

#pragma omp parallel for private(i, j)
    for (i = 0; i < N; i++)
#pragma omp parallel for private(j)
        for (j = 0; j < M; j++)
            a[i][j] = i * 0.5 + j;

#pragma omp parallel for private(j, sum) firstprivate(t)
    for (i = 0; i < N; i++) {
        sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static, 4) num_threads(2)
        for (j = 0; j < M; j++)
            sum += a[i][j];
        row[i] = sum + t;
    }

#pragma omp parallel for
    for (int r = 0; r < N; r++)
        scaled[r] = dot(a[r], a[N - 1 - r], M);

    /* the inner loop changes its own copies, and the last value of one leaves it */
#pragma omp parallel for
    for (int r = 0; r < N; r++) {
        int own = r, first = 2 * r, end = -1, c = 7;
#pragma omp parallel for firstprivate(first) private(own) lastprivate(end) if (r > 2)
        for (c = 0; c < M; c++) {
            own = first + c;
            end = own + c;
            b[r][c] = own;
        }
        last[r] = end;
        kept[r] = own + first + c;
    }

#pragma omp parallel for
    for (int r = 0; r < N; r++) {
        int smallest = 1000;
#pragma omp parallel for simd reduction(min : smallest) default(none) shared(r, b)
        for (int c = 0; c < M; c++)
            if (b[r][c] > 2 * r + 3 && b[r][c] < smallest)
                smallest = (int)b[r][c];
        found[r] = smallest;
    }

#pragma omp parallel for
    for (int r = 1; r < N - 1; r++)
#pragma omp parallel for collapse(1) shared(r)
        for (int c = 1; c < M - 1; c++)
            b[r][c] = a[r - 1][c] + a[r + 1][c] + k;

#pragma omp parallel
    {
#pragma omp for
        for (int r = 0; r < N; r++)
#pragma omp parallel for
            for (int c = 0; c < M; c++)
                a[r][c] += b[r][c];
    }

#pragma omp parallel for
    for (int r = 0; r < N; r++) {
        double step[2] = {1, r};
#pragma omp parallel for firstprivate(step)
        for (int c = 0; c < M; c++)
            a[r][c] += step[c % 2];
    }

    /* a counter's last value leaves its loop */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++) {
        int c = j = 0;
#pragma omp parallel for lastprivate(j)
        for (j = 0; j < M; j++)
            b[i][j] -= j;
        found[i] += j;
#pragma omp parallel for lastprivate(c)
        for (c = 3; c < i; c += 2)
            a[i][c % M] += 1;
        last[i] += i > 3 ? c : 0;
    }

    int expected = 17 + 34 + 7; /* what private copies leave as it was */
#ifndef _OPENMP
    expected = kept[17];
#endif
    double total = 0;
    for (int r = 0; r < N; r++)
        for (int c = 0; c < M; c++)
            total += a[r][c] * (r + 1) + b[r][c];
    printf("%.1f %.1f %.1f %.1f %d %d %d\n", dot(row, row, N), total, row[7], scaled[9], found[11], last[13], kept[17] == expected);
    return 0;
}
