/* Structures with pointers in `firstprivate`, whose address functions get that read them: iterations use the host's. One that
 * a function changes stays.
 * expect: offloaded=4 kept=K016 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 500 };

struct view {
  const double *v;
  double *out;
  int n;
  struct {
    const int *order;
  } by;
};

static double get(const struct view *s, int i) { return s->v[s->by.order[i]] * s->n; }
static void set(const struct view *s, int i, double x) { s->out[i] = x; }

static double next(struct view *s, int i)
{
  s->v++;
  return s->v[i];
}

int main(void)
{
  double *a = malloc((N + 5) * sizeof *a), *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c), sum = 0;
  int *order = malloc(N * sizeof *order);
  for (int i = 0; i < N + 5; i++)
    a[i] = i * 0.5;
  for (int i = 0; i < N; i++)
    order[i] = i * 7 % N;
  struct view s = {a, b, 3, {order}}, t = s;
  t.out = c;
#pragma omp parallel for firstprivate(s)
  for (int i = 0; i < N; i++)
    set(&s, i, get(&s, i) + 1);
#pragma omp parallel firstprivate(t)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      set(&t, i, get(&t, N - 1 - i));
#pragma omp for
    for (int i = 0; i < N; i++)
      t.out[i] += get(&t, i) + t.n;
  }
  struct view u = t, x = t;
#pragma omp parallel for firstprivate(u)
  for (int i = 0; i < N; i++) {
    struct view w = u;
    b[i] += next(&w, i);
  }
#pragma omp parallel firstprivate(x)
  {
    x.n = 5;
#pragma omp for
    for (int i = 0; i < N; i++)
      c[i] += get(&x, i);
  }
  for (int i = 0; i < N; i++)
    sum += b[i] * (i + 1) + c[i];
  printf("%.3f\n", sum);
  free(a);
  free(b);
  free(c);
  free(order);
  return 0;
}
