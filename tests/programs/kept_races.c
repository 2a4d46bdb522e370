/* Scalars whose value depends on the number of threads: races on shared ones, one of them the place of a thread's own
 * maximum, and operators other than the reduction's.
 * Loops in which they can't depend on it go to the device: one that assigns first, one that only stores a constant,
 * one with the reduction's operator.
 * expect: offloaded=3 kept=K014,K014,K014,K014,K014,K019 */
#include <stdio.h>

static int a[100];

int main(void)
{
    int sum = 0, count = 0, largest = -1, seen = 0, scratch, factors = 2, terms = 0, top = -1, place = -1;
    double mean = 0;
    const int one = 1;

#pragma omp parallel for private(scratch)
    for (int i = 0; i < 100; i++) {
        scratch = 3 * i;
        scratch += 1;
        a[i] = scratch % 17;
    }
#pragma omp parallel for
    for (int i = 0; i < one; i++)
        sum += a[i];
#pragma omp parallel for
    for (int i = 0; i < one; i++)
        if (a[i] > 0)
            count++;
#pragma omp parallel for
    for (int i = 0; i < one; i++)
        if (a[i] > largest)
            largest = a[i];
#pragma omp parallel for
    for (int i = 0; i < one; i++)
        mean = (mean + a[i]) / 2;
#pragma omp parallel for reduction(max : top)
    for (int i = 0; i < one; i++)
        if (a[i] > top) {
            top = a[i];
            place = i;
        }
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        if (a[i] > 5)
            seen = 1;
#pragma omp parallel for reduction(* : factors) num_threads(1 + one)
    for (int i = 0; i < one; i++)
        factors += 0;
#pragma omp parallel for reduction(+ : terms)
    for (int i = 0; i < 100; i++)
        terms -= a[i];
    printf("%d %d %d %g %d %d %d %d %d\n", sum, count, largest, mean, top, place, seen, factors > 0, terms);
    return 0;
}
