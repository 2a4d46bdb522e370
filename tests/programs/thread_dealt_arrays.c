/* Threads' own ranges of arrays that all come from one function: each launch makes sure that they are different, or the
 * same where iterations use the same elements only. Where they overlap, threads may rely on the order in which they
 * take their iterations. The last loop asks for the number of threads, so that no single thread can stand in for all.
 * expect: offloaded=5 kept=K014 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif
#include <stdio.h>
#include <stdlib.h>

#define N 1536

struct vector {
  int n;
  double *value;
};

static struct vector *made(int n, int first)
{
  struct vector *v = malloc(sizeof *v);

  v->n = n;
  v->value = malloc((n + 8) * sizeof(double));
  for (int i = 0; i < n + 8; i++)
    v->value[i] = (first + 5 * i) % 11;
  return v;
}

static void add(double alpha, struct vector *vx, struct vector *vy)
{
  double *x = vx->value, *y = vy->value;
  int n = vx->n;

#pragma omp parallel
  {
    int me = omp_get_thread_num(), p = omp_get_num_threads();
    int from = n * me / p, to = n * (me + 1) / p;

    for (int i = from; i < to; i++)
      y[i] += alpha * x[i];
  }
}

/* Groups of three elements: in one array each gets what the one before it has just got. */
static void spread(const double *x, double *y, int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), p = omp_get_num_threads();
    int each = 3 * ((n / 3 + p - 1) / p);
    int from = each * me, to = from + each;

    if (to > n)
      to = n;
    for (int i = from; i < to; i++)
      y[i] = i % 3 == 0 ? x[i] + 1 : x[i - 1] + 0.5 * y[i];
  }
}

static void scale(double *y, const double *x, const double *z, int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), p = omp_get_num_threads();
    int from = n * me / p, to = n * (me + 1) / p;

    for (int i = from; i < to; i++)
      y[i] = 2 * x[i] - z[i];
#pragma omp barrier
    for (int i = from; i < to; i++)
      y[i] = 0.5 * y[i] + x[i];
  }
}

/* Columns of a matrix: what a thread does in each of them is a range of rows, the first threads with one more. */
static void columns(double *y, const double *x, int n, int m)
{
  int i, j, low, high, me, p;

#pragma omp parallel private(i, j, low, high, me, p)
  {
    me = omp_get_thread_num();
    p = omp_get_num_threads();
    if (me < n % p) {
      high = n / p + 1;
      low = high * me;
    } else {
      high = n / p;
      low = high * me + n % p;
    }
    high = low + high;
    for (j = 0; j < m; j++)
      for (i = low; i < high; i++)
        y[j * n + i] += x[j * n + i] - 0.5 * x[i];
  }
}

static void weigh(double *y, const double *x, int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), p = omp_get_num_threads();
    int from = n * me / p, to = n * (me + 1) / p;

    for (int i = from; i < to; i++)
      y[i] = x[i] + 0 * omp_get_num_threads();
  }
}

static void show(const char *name, const struct vector *v)
{
  double sum = 0, turn = 0;

  for (int i = 0; i < v->n; i++) {
    sum += v->value[i];
    turn += (i % 5) * v->value[i];
  }
  printf("%s %.10g %.10g\n", name, sum, turn);
}

int main(void)
{
  struct vector *a = made(N, 1), *b = made(N, 2), *c = made(N, 3);

  add(2, a, b);
  add(0.5, b, c);
  add(1, c, c);
  show("add", c);
  spread(a->value, b->value, N);
  show("apart", b);
  spread(b->value, b->value, N);
  show("same", b);
  spread(c->value, c->value + N / 2, N / 2);
  show("halves", c);
  scale(a->value, b->value, c->value, N);
  scale(b->value, b->value, c->value, N);
  show("scale", a);
  show("scale", b);
  columns(b->value, a->value, 97, 11);
  show("columns", b);
  weigh(c->value, a->value, N);
  show("weigh", c);
  return 0;
}
