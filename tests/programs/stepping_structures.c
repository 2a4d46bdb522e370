/* Loops whose counters are pointers to structures: elements that they add to, exits in them, and loops of a team.
   expect: offloaded=6
*/
#include <stdio.h>
#include <stdlib.h>

struct op {
  int kind;
  double arg;
};

struct level {
  int size, first;
  double scale;
};

struct program {
  const struct op *ops;
  int n, m;
  double *v;
};

static void added(const struct program *p)
{
#pragma omp parallel
  {
    const struct op *ops = p->ops;
    double *v = p->v;
    int n = p->n;
#pragma omp for
    for (int i = 0; i < p->m; i++)
      for (const struct op *o = ops; o < ops + n; o++)
        v[i] += o->arg * o->kind;
  }
}

static void checked(const struct program *p)
{
#pragma omp parallel for
  for (int i = 0; i < p->m; i++)
    for (const struct op *o = p->ops; o < p->ops + p->n; o++) {
      if (o->kind > 1000) {
        fprintf(stderr, "kind %d\n", o->kind);
        exit(1);
      }
      p->v[i] += o->arg;
    }
}

static void scale(const struct level *l, double *v)
{
#pragma omp for
  for (int i = l->first; i < l->first + l->size; i++)
    v[i] *= l->scale;
}

static void levels(const struct level *l, int n, double *v)
{
  const struct level *const end = l + n;
#pragma omp parallel
  {
    for (const struct level *at = l; at != end; at++) {
#pragma omp for
      for (int i = 0; i < at->size; i++)
        v[i] = v[i] * at->scale + 1.0;
    }
    for (const struct level *at = end - 1; at >= l; --at) {
#pragma omp for
      for (int i = 0; i < at->size; i++)
        v[i] += at->scale;
    }
    for (const struct level *at = l; at < end; at += 2)
      scale(at, v);
  }
  for (const struct level *at = l; at < end; at++) {
#pragma omp parallel for
    for (int i = 0; i < at->size; i++)
      v[i] -= at->first;
  }
}

int main(void)
{
  static double v[1000];
  const struct op ops[] = {{1, 0.5}, {2, 0.25}, {-1, 3.0}, {3, 1.0}};
  const struct level l[] = {{1000, 0, 0.5}, {500, 10, 2.0}, {250, 20, 1.5}, {3, 30, 0.25}, {100, 7, 3.0}};
  const struct program p = {ops, 4, 1000, v};
  double sum = 0.0;
  for (int i = 0; i < 1000; i++)
    v[i] = i % 17;
  added(&p);
  checked(&p);
  levels(l, 5, v);
  for (int i = 0; i < 1000; i++)
    sum += v[i] * (i % 3 + 1);
  printf("%.6f %.6f %.6f\n", sum, v[3], v[999]);
  return 0;
}
