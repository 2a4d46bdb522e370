/* Members that the host reaches under conditions: their structures were accessed before in any case.
 *
 * expect: offloaded=3 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000, HEADS = 4, DIM = 64, SEQ = 200, STEPS = 12 };

typedef struct {
  int n, wraps;
  double *u, *v, *w;
  char *wall;
} grid;

typedef struct {
  int dim;
  float *x, *q, *keys, *sums;
} model;

static void step(grid *g, const int *fixed, int count)
{
#pragma omp parallel for
  for (int i = 1; i < g->n - 1; i++)
    g->v[i] = g->u[i] + .25 * (g->u[i - 1] - 2 * g->u[i] + g->u[i + 1]) + g->w[i] * 1e-3;
  double *old = g->u;
  g->u = g->v;
  g->v = old;
  for (int k = 0; k < count; k++)
    if (fixed[k] == 0)
      g->u[0] = g->wraps ? k : 2 * k;
    else if (fixed[k] == 1)
      g->u[N - 1] = k;
}

static void ask(model *m, int at)
{
  int dim = m->dim;
  float *key = m->keys + (size_t)at * dim;
#pragma omp parallel for
  for (int i = 0; i < m->dim; i++) {
    m->q[i] = m->x[i] * .5f + i;
    key[i] = m->x[i] - at;
  }
  /* the pairs of one row of the keys, and of the query, are turned */
  for (int i = 0; i < dim; i += 2)
    for (int k = 0; k < 2; k++) {
      float *of = k == 0 ? m->q : key, a = of[i], b = of[i + 1], c = cosf(at * .1f), s = sinf(at * .1f);
      of[i] = a * c - b * s;
      of[i + 1] = a * s + b * c;
    }
#pragma omp parallel for
  for (int t = 0; t <= at; t++) {
    float sum = 0;
    for (int i = 0; i < m->dim; i++)
      sum += m->keys[(size_t)t * m->dim + i] * m->q[i];
    m->sums[t] = sum;
  }
  for (int i = 0; i < m->dim; i++)
    m->x[i] = m->sums[at] > 1e4f ? 1 : m->x[i] + .001f * m->sums[at];
}

int main(void)
{
  const int fixed[] = {1, 0, 2};
  grid g = {N, 0, malloc(N * sizeof(double)), malloc(N * sizeof(double)), malloc(N * sizeof(double)), calloc(N, 1)};
  for (int i = 0; i < N; i++) {
    g.u[i] = g.v[i] = i % 17;
    g.w[i] = i % 5;
    g.wall[i] = i % 4000 == 7;
  }
  for (int t = 0; t < STEPS; t++) {
    g.wraps = t % 3 == 0;
    step(&g, fixed, t % 4);
    for (int i = 0; i < g.n; i += 100)
      if (g.wall[i])
        g.u[i] = 0;
  }
  model m = {DIM, calloc(DIM, sizeof(float)), malloc(DIM * sizeof(float)), calloc(SEQ * DIM * 8, sizeof(float)), calloc(SEQ, sizeof(float))};
  for (int t = 0; t < STEPS; t++)
    ask(&m, t);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += g.u[i] * (1 + i % 3);
  printf("%.9g %.9g %.6g %.6g\n", sum, g.u[0] + g.u[N - 1], m.x[3], m.sums[STEPS - 1]);
  return 0;
}
