#include <math.h>
#include <stdlib.h>
#include "../src/fem.h"

struct work { Vec *r, *p, *q, *z; int n; };

#define LOOP _Pragma("omp parallel for") for (int i = 0; i < n; i++)

static double dot(const Vec *restrict a, const Vec *restrict b, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

static void multiply(const struct Csr *restrict a, const Vec *restrict x, Vec *restrict y)
{
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < a->rows; i++) {
        const double *v = a->value + a->start[i], *end = a->value + a->start[i + 1];
        const int *c = a->column + a->start[i];
        double s = 0;
        while (v != end)
            s += *v++ * x[*c++];
        y[i] = s;
    }
}

static void axpy(int n, double f, const Vec *x, Vec *y)
{
    LOOP
        y[i] += f * x[i];
}

static struct work *work_of(struct Solver *s, int n)
{
    struct work *w = s->work;
    if (w && w->n == n)
        return w;
    w = malloc(sizeof *w);
    w->n = n;
    w->r = malloc(4 * n * sizeof(Vec));
    w->p = w->r + n;
    w->q = w->p + n;
    w->z = w->q + n;
    s->work = w;
    return w;
}

static int cg(struct Solver *s, const struct Csr *a, const Vec *b, Vec *x)
{
    const int n = a->rows;
    struct work *w = work_of(s, n);
    Vec *r = w->r, *p = w->p, *q = w->q, *z = w->z;
    double rho, old = 0, stop;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++) {
            x[i] = 0;
            r[i] = b[i];
        }
#pragma omp for
        for (int i = 0; i < n; i++) {
            z[i] = 1;
            for (int k = a->start[i]; k < a->start[i + 1]; k++)
                if (a->column[k] == i)
                    z[i] = a->value[k];
        }
    }
    Vec *diagonal = z;
    stop = s->tolerance * sqrt(dot(b, b, n));
    for (s->used = 0; s->used < s->most; s->used++) {
        rho = 0;
#pragma omp parallel for reduction(+ : rho)
        for (int i = 0; i < n; i++)
            rho += r[i] * r[i] / diagonal[i];
        if (sqrt(dot(r, r, n)) <= stop)
            return 1;
        double beta = s->used ? rho / old : 0;
        LOOP p[i] = r[i] / diagonal[i] + (beta ? beta * p[i] : 0);
        multiply(a, p, q);
        double alpha = rho / dot(p, q, n);
        axpy(n, alpha, p, x);
        axpy(n, -alpha, q, r);
        old = rho;
    }
    return 0;
}

static int jacobi(struct Solver *s, const struct Csr *a, const Vec *b, Vec *x)
{
    const int n = a->rows;
    Vec *next = malloc(n * sizeof *next), *swap, *mine = next;
    for (s->used = 0; s->used < s->most; s->used++) {
        double change = 0;
#pragma omp parallel for reduction(max : change)
        for (int i = 0; i < n; i++) {
            double sum = b[i], diagonal = 1;
            for (int k = a->start[i]; k < a->start[i + 1]; k++)
                if (a->column[k] == i)
                    diagonal = a->value[k];
                else
                    sum -= a->value[k] * x[a->column[k]];
            next[i] = x[i] + 0.6 * (sum / diagonal - x[i]);
            change = fmax(change, fabs(next[i] - x[i]));
        }
        swap = x, x = next, next = swap;
        if (change < s->tolerance)
            break;
    }
    if (x == mine) {
        LOOP next[i] = x[i];
    }
    free(mine);
    return s->used < s->most;
}

struct Solver cg_solver = {"cg", 1e-11, 4000, 0, cg, 0}, jacobi_solver = {.name = "jacobi", .tolerance = 1e-4,
    .most = 200, .solve = jacobi};
