/* Integers to which floating-point values are added: each step rounds, so no step may go elsewhere.  expect: offloaded=3 */
#include <stdio.h>

#define N 120

static double a[N][300];
static int start[N + 1], sums[N], seen[N], updated[N];
static long totals[N];

static void rows(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int sum = 1000000;
        long total = 5;
        for (int k = 0; k < 300; k++)
            sum += 0.5 * a[i][k];
        for (int k = 0; k < 300; k++)
            total = total - a[i][k];
        sums[i] = sum;
        totals[i] = total;
    }
}

static void uneven(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int sum = 100;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += 0.3 * a[k % N][k % 300];
        seen[i] = sum;
    }
}

static void elements(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 300; k++)
            updated[(i * 7) % N] -= 0.3 * a[i][k];
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 300; k++)
            a[i][k] = ((i * 7 + k * 13) % 29 - 14) * 0.37;
        start[i + 1] = start[i] + (i % 40 == 0 ? 5000 : 40);
        updated[i] = 500000;
    }
    rows();
    uneven();
    elements();
    long long of_sums = 0, of_totals = 0, of_seen = 0, of_updated = 0;
    for (int i = 0; i < N; i++) {
        of_sums += (long long)sums[i] * (i % 7 + 1);
        of_totals += totals[i] * (i % 5);
        of_seen += seen[i] * (i % 3 + 1);
        of_updated += (long long)updated[i] * (i % 11);
    }
    printf("%lld %lld %lld %lld\n", of_sums, of_totals, of_seen, of_updated);
    return 0;
}
