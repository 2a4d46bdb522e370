/* Counts and sums that are 0 before a loop, and that each iteration sets to 0 again behind its work. Some are not, or
 * not always.
 * expect: offloaded=3 kept=K014,K014,K014 */
#include <stdio.h>

enum { N = 60 };

static int a[N], sorted[N], left[N];
static double smooth[N], rough[N];

static void rank_sort(int n)
{
    int i, j, rank = 0;

#pragma omp parallel for private(j) firstprivate(rank)
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++)
            if (a[j] < a[i])
                rank++;
        sorted[rank] = a[i];
        rank = 0;
    }
}

static void blur(int n, int radius)
{
    double sum = 0.0, weights;
    int most = 7;

    weights = 1;
#pragma omp parallel firstprivate(sum, weights)
    {
#pragma omp for
        for (int i = 0; i < n; i++) {
            for (int k = i - radius; k <= i + radius; k++)
                if (k >= 0 && k < n) {
                    sum += a[k] * 0.5;
                    weights += 0.5;
                }
            smooth[i] = sum / weights;
            sum = 0;
            weights = 1.0;
        }
    }
#pragma omp parallel for firstprivate(most)
    for (int i = 0; i < n; i++) {
        if (a[i] % 5 == 0)
            most += a[i];
        left[i] = most;
        most = 7;
    }
}

/* what the first iteration finds is not what the others find, or not for certain */
static void kept(int n)
{
    int count = 1, some = 0, begun = 0;

#pragma omp parallel for firstprivate(count)
    for (int i = 0; i < n; i++) {
        count += a[i];
        left[i] += count;
        count = 0;
    }
#pragma omp parallel for firstprivate(some)
    for (int i = 0; i < n; i++) {
        some += a[i];
        rough[i] += some;
        if (a[i] > 1000)
            continue;
        some = 0;
    }
#pragma omp parallel firstprivate(begun)
    {
        begun = 5;
#pragma omp for
        for (int i = 0; i < n; i++) {
            begun += a[i];
            rough[i] += begun;
            begun = 0;
        }
    }
}

int main(void)
{
    double sum = 0;

    for (int i = 0; i < N; i++)
        a[i] = i * 37 % N;
    rank_sort(N);
    blur(N, 3);
    kept(1);
    for (int i = 0; i < N; i++)
        sum += sorted[i] * i + left[i] * 3 + smooth[i] + rough[i];
    printf("%.6f\n", sum);
    return 0;
}
