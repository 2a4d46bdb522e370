/* Pointers to structures inside the elements of arrays, whose members are pointers: at any depth, in arrays of them, moved and
 * changed, in functions, read and written.  expect: offloaded=13 */
#include <stdio.h>
#include <stdlib.h>
#define N 200
#define W 8

struct curve { int n; double *x; double s; };
struct deep { int tag; struct curve in; int pad; };
struct rec { int id; struct curve k; struct deep d; struct curve parts[3]; double w; struct curve q; };

static double sum(const struct curve *c)
{
  double s = 0;
  for (int j = 0; j < c->n; j++)
    s += c->x[j];
  return s;
}
static double twice(const struct curve *c, const struct deep *d) { return 2 * sum(c) + sum(&d->in); }
static double item(const struct curve *c, int j) { const double *x = c->x; return x[j]; }
static double *data(const struct curve *c) { return c->x; }
static void scale(struct curve *c, double by)
{
  for (int j = 0; j < c->n; j++)
    c->x[j] *= by;
  c->s = by;
}
static double many(const struct curve *c, int count)
{
  double s = 0;
  for (int p = 0; p < count; p++)
    s += c[p].x[0] + (c + p)->x[1];
  return s;
}

static struct rec still[N];
static struct { int n; struct rec recs[N]; } world;

static void fill(struct curve *c, int at, int n)
{
  c->n = n;
  c->s = at;
  c->x = malloc(W * sizeof *c->x);
  for (int j = 0; j < W; j++)
    c->x[j] = at * 0.25 + j;
}

static void all(struct rec *r, int at)
{
  r->id = at;
  fill(&r->k, at, 2 + at % 5);
  fill(&r->d.in, at + 1, 3 + at % 4);
  fill(&r->q, at + 7, 1 + at % 3);
  for (int p = 0; p < 3; p++)
    fill(&r->parts[p], at * 3 + p, 4);
  r->w = 1;
}

static void print(const char *name, const double *o)
{
  double s = 0;
  for (int i = 0; i < N; i++)
    s += o[i] * (1 + i % 7);
  printf("%s %.6f\n", name, s);
}

int main(void)
{
  struct rec *db = malloc(N * sizeof *db);
  struct rec **ps = malloc(N * sizeof *ps);
  int *m = malloc(N * sizeof *m);
  double *o = malloc(N * sizeof *o);
  for (int i = 0; i < N; i++) {
    all(&db[i], i);
    all(&still[i], 2 * i);
    all(&world.recs[i], 3 * i);
    ps[i] = &db[(i * 3) % N];
    m[i] = (i * 7) % N;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct curve *c = &db[m[i]].k;
    o[i] = c->x[0] + (*c).x[c->n - 1] + c[0].x[1];
  }
  print("one", o);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct deep *d = &db[m[i]].d;
    const struct curve *c = &d->in;
    o[i] = 0;
    for (int j = 0; j < c->n; j++)
      o[i] += c->x[j] * d->in.x[j];
  }
  print("deep", o);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    o[i] = sum(&db[m[i]].k) - sum(&db[i].d.in) + twice(&db[i].q, &db[m[i]].d);
  print("functions", o);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int p = 0; p < 3; p++) {
      const struct curve *c = &db[m[i]].parts[p];
      for (int j = 0; j < c->n; j++)
        s += c->x[j] * (p + 1);
    }
    o[i] = s;
  }
  print("parts", o);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct curve *c = db[m[i]].parts;
    double s = 0;
    for (const struct curve *e = c; e < c + 3; e++)
      s += e->x[2] + e->s;
    o[i] = s + many(db[i].parts, 3) + many(db[m[i]].parts + 1, 2) + sum(&db[i].parts[i % 3]);
  }
  print("moved", o);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct curve *c = &db[i].k;
    double s = 0;
    for (int t = 0; t < 5; t++) {
      s += c->x[t % 2];
      c = &db[(m[i] + t) % N].k;
    }
    o[i] = s;
  }
  print("changed", o);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct curve *c = &db[m[i]].k;
    for (int j = 0; j < c->n; j++)
      c->x[j] += 0.5 * j;
    scale(&db[i].q, 1.5);
    for (int p = 0; p < 3; p++)
      scale(&db[i].parts[p], 0.5 + p);
  }
  for (int i = 0; i < N; i++)
    o[i] = sum(&db[i].k) + sum(&db[i].q) + sum(&db[i].parts[0]) + sum(&db[i].parts[1]) * 2 + db[i].parts[2].s;
  print("written", o);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    o[i] = item(&still[m[i]].q, 1) + sum(&still[i].d.in) + data(&still[m[i]].parts[i % 3])[i % W];
  print("static", o);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct curve *c = &ps[i]->k, *q = &ps[m[i]]->parts[i % 3];
    o[i] = c->x[0] + q->x[1] + sum(&ps[i]->d.in) + sum(&ps[i]->parts[1]);
  }
  print("pointers", o);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct curve *c = &world.recs[m[i]].k, *q = &world.recs[i].parts[i % 3];
    o[i] = c->x[0] + q->x[1];
  }
  print("world", o);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    o[i] = world.recs[i].parts[(i + 1) % 3].x[1];
  print("last part", o);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct curve *c = NULL;
    if (i % 3)
      c = &db[m[i]].k;
    o[i] = c ? c->x[0] : -1;
  }
  print("null", o);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct curve *c = i % 2 ? &db[i].parts[1] : &db[m[i]].parts[2];
    o[i] = c->x[3];
  }
  print("either", o);
  return 0;
}
