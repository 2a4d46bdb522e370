/* Functions that loops call through pointers in structures, which iterations without such calls need not have,
 * or whose place is unknown.
 * expect: offloaded=3 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { N = 3000 };

struct table {
  double (*up)(double), (*down)(double);
};

struct domain {
  struct table *table;
  double *weight;
};

static double a[N];

static double twice(double x) { return 2 * x; }
static double half(double x) { return x / 2; }

static void plain(struct table *t, int on)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = on ? t->up(a[i]) : a[i] + 1;
}

static void nested(struct domain *d, int on)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = on ? d->table->down(a[i]) + d->weight[i] : a[i] + 1;
}

static double weighed(double x, void *context)
{
  struct domain *d = context;
  return d->table->up(x) + d->weight[(int)x & 7];
}

static double chosen(double x, void *context)
{
  struct table *t = context;
  return t->up(x) + 1;
}

static double less(double x, void *context)
{
  return context ? x - 1 : x - 2;
}

static void apply(double (*f)(double, void *), void *context)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = f(a[i], context);
}

static void show(void)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 7);
  printf("%.17g\n", sum);
}

int main(void)
{
  double *weight = malloc(N * sizeof *weight);
  struct table t = {twice, half};
  struct table *own = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct domain d = {&t, weight}, empty = {NULL, NULL};
  for (int i = 0; i < N; i++) {
    a[i] = i;
    weight[i] = 1 + i % 3;
  }
  for (int k = 0; k < 3; k++) {
    plain(&t, 1);
    plain(NULL, 0);
    nested(&d, 1);
    nested(&empty, 0);
    nested(NULL, 0);
    show();
    apply(weighed, &d);
    apply(less, &empty);
    apply(less, NULL);
    own->up = k & 1 ? half : twice;
    apply(chosen, own);
    apply(chosen, &t);
    show();
    t.up = k ? twice : half;
  }
  free(weight);
  return 0;
}
