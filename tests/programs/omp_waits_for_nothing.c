/* Constructs that order nothing: `ordered` clauses of loops without an `ordered` construct, and flags that are set in
 * `critical`.  Two flags depend on each other, and one loop is ordered.
 * expect: offloaded=5 kept=K001,K002 */
#include <stdio.h>

enum { N = 100 };

static int twice(int i) { return 2 * i; }

int main(void)
{
    int a[N], b[N], found = 0, none = 1, one = 0, other = 0, last = 0;

#pragma omp parallel for ordered schedule(static, 4)
    for (int i = 0; i < N; i++)
        a[i] = twice(i) * 37 % 101;
#pragma omp parallel
    {
#pragma omp for ordered collapse(1)
        for (int i = 0; i < N; i++)
            b[i] = a[i] + i;
#pragma omp for ordered
        for (int i = 0; i < N; i++) {
#pragma omp ordered
            last = (last * 3 + b[i]) % 1009;
        }
#pragma omp for
        for (int i = 0; i < N; i++)
            if (b[i] > 150) {
#pragma omp critical(flags)
                {
                    none = 0;
                }
            }
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        if (a[i] == 17)
#pragma omp critical
            found = 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        if (b[i] == 60)
#pragma omp critical
            one = 1;
        if (b[i] == 61)
#pragma omp critical
            if (!one)
                other = i;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        b[i] += found - none;
    printf("%d %d %d %d %d\n", found, none, last, one, b[N / 2] + (other > N));
    return 0;
}
