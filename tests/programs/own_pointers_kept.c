/* Pointers in structures of an iteration's own that may be others than the iteration stored: out of the host's
 * structures, in one part of a union, by functions that swap their pointers or are called through pointers.
 * expect: offloaded=1 kept=K006,K009,K014,K016,K016,K016,K016,K016 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64 };

struct list {
  int *v, n;
};

union either {
  struct list a;
  struct {
    int *w, n;
  } b;
};

static void swapping(struct list *x, int *p, int *q, int depth)
{
  if (depth == 0)
    x->v = p;
  else
    swapping(x, q, p, depth - 1);
}

static void set(struct list *x, int *p) { x->v = p; }
static void set_next(struct list *x, int *p) { x->v = p + 1; }

static struct list lists[N], results[N];

int main(int argc, char **argv)
{
  (void)argv;
  int *d = malloc(N * 9 * sizeof *d), *e = malloc(N * 9 * sizeof *e), *r = calloc(N, sizeof *r);
  void (*setters[2])(struct list *, int *) = {argc > 1 ? set_next : set, set_next};
  for (int i = 0; i < N * 9; i++) {
    d[i] = i;
    e[i] = 2 * i;
  }
  for (int i = 0; i < N; i++) {
    lists[i].v = d + i * 8;
    lists[i].n = 8;
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct list x = {e + i * 8, 8};
    if (i % 2)
      x = lists[i];
    for (int k = 0; k < x.n; k++)
      r[i] += x.v[k];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct list x = {e + i * 8, 8};
    results[i] = x;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct list x;
    swapping(&x, d, e, i % 3);
    x.v[i]++;
  }
  struct list y = {d, 3};
#pragma omp parallel for firstprivate(y)
  for (int i = 0; i < N; i++) {
    r[i] += y.v[i];
    y.v = e;
    r[i] += y.v[i + 1];
    y.v = d;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    union either z;
    z.a.v = e;
    z.a.v[i] = 5;
    r[i] += z.b.w[i];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct list x;
    setters[i % 2](&x, d + i);
    r[i] += x.v[0];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct list x, own;
    int mine[8];
    for (int k = 0; k < 8; k++)
      mine[k] = i + k;
    own.v = mine;
    x.v = d;
    r[i] += own.v[3] + x.v[3];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct list x;
    memcpy(&x, &lists[i], sizeof x);
    r[i] += x.v[0];
    x.v = e;
    r[i] += x.v[1];
  }
#pragma omp parallel for /* all is stored here: what the host's structures hold is another member's */
  for (int i = 0; i < N; i++) {
    struct list x;
    x.v = d + i;
    struct list *p = &lists[i];
    p->n = x.v[0] % 8;
    r[i] += p->n;
  }

  long s = results[7].v[1];
  for (int i = 0; i < N; i++)
    s = (s * 31 + r[i] + d[i] + e[i] + lists[i].n) % 1000003;
  printf("%ld\n", s);
  return 0;
}
