/* Pointers that get the addresses of an array and of a private variable: a kernel's pointers have one address space.
 * expect: offloaded=2 kept=K009,K009,K009,K009,K009 */
#include <stdio.h>

enum { N = 100 };

static double given[N + 8], result[7][N];

static double moved(const double *p, const double *r, int n)
{
    double sum = 0;
    r = p + 1;
    for (int i = 0; i < n; i++)
        sum += r[i];
    return sum;
}
static double chosen(double *p, double *q, int which)
{
    if (which)
        q = p;
    q[0] += 1;
    return q[0];
}
static double conditional(const double *p, const double *q, int which) { return (which ? p : q)[1]; }
static double local(const double *p, const double *q, int which)
{
    const double *r = p;
    if (which)
        r = q;
    return r[0];
}

int main(void)
{
    for (int i = 0; i < N + 8; i++)
        given[i] = i * 0.5;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        double own[4] = {i, i + 1, i + 2, i + 3};
        result[0][i] = moved(given + i, own, 3);
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        double own[4] = {i, i + 1, i + 2, i + 3};
        result[1][i] = chosen(own, &given[i], i & 1);
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        double own[4] = {i, i + 1, i + 2, i + 3};
        result[2][i] = conditional(own, given + i, i & 1);
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        double own[4] = {i, i + 1, i + 2, i + 3};
        result[3][i] = local(own, given + i, i & 1);
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        double own[4] = {i, i + 1, i + 2, i + 3};
        result[4][i] = *(i & 1 ? own : given + i);
    }
    /* Of one address space they may be chosen and moved. */
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        double own[4] = {i, i + 1, i + 2, i + 3};
        result[5][i] = moved(own, own + 1, 2) + chosen(own + 1, own, i & 1) + conditional(own, own + 1, i & 1);
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        result[6][i] = moved(given + i, given, 3) + conditional(given, given + i, i & 1) + local(given, given + i, i & 1);
    for (int i = 0; i < N; i += 9) {
        for (int k = 0; k < 7; k++)
            printf("%g ", result[k][i]);
        printf("\n");
    }
    return 0;
}
