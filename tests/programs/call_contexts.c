/* Callbacks with a context that comes as `void *`: structures with pointers in them, other things, and nothing.
 *
 * expect: offloaded=3 kept=K016,K016,K016,K018
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 100 };

struct curve {
  double shift;
  int points;
  const double *value;
  double *seen;
};

struct outer {
  struct curve *deep;
};

typedef struct {
  double *table;
  int times;
} scaled_table;

static double y[N], squares[N], falling[N];

static double on_curve(int i, const void *context)
{
  const struct curve *c = context;
  double sum = c->shift;
  for (int k = 0; k < c->points; k++)
    sum += c->value[k];
  c->seen[i] = sum + i;
  return sum;
}

static double below(int i, const void *context)
{
  const struct outer *o = (const struct outer *)context;
  return o->deep->value[3] * i;
}

static double alone(int i, const void *context)
{
  return context == NULL ? i : 0;
}

static double times(int i, const void *context)
{
  return i * *(const double *)context;
}

/* What the context leads to depends on the callback. */
static void apply(double (*f)(int, const void *), const void *context)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += f(i, context);
}

static double of_table(const void *context, int i, int kind)
{
  if (kind == 1) {
    const double *numbers = context;
    return numbers[0] * i;
  }
  const scaled_table *t = (const scaled_table *)context;
  return t->table[i] * t->times;
}

static double advanced(const void *context, int i)
{
  const scaled_table *t = context;
  t += i & 1;
  return t->table[i];
}

static double rewritten(void *context, int i)
{
  scaled_table *t = context;
  double result = t->table[i];
  if (result < 0)
    t->table = squares;
  return result;
}

static double second(const void *context, int i)
{
  const scaled_table *t = context + sizeof *t;
  return t->table[i] + ((const scaled_table *)((const char *)context + sizeof *t))->times;
}

static void set_last(const double *from, void *context)
{
  ((scaled_table *)context)->table = from[N - 1] > 0 ? falling : squares;
}

int main(void)
{
  for (int i = 0; i < N; i++) {
    squares[i] = i * i;
    falling[i] = N - i;
  }
  double seen[N] = {0}, *scale = malloc(sizeof *scale);
  struct curve curve = {0.5, 33, squares, seen}, *other = malloc(sizeof *other);
  struct outer outer = {&curve};
  *scale = 1e300;
  apply(on_curve, &curve);
  apply(alone, NULL);
  apply(below, &outer);
  apply(times, scale);
  curve.points = 10;
  squares[3] = -5;
  apply(on_curve, &curve);
  *other = curve;
  other->seen = malloc(N * sizeof *other->seen);
  apply(on_curve, other);
  printf("%.9g %.9g %.9g\n", y[0], y[N - 1] / 1e290, seen[5] + other->seen[7]);

  scaled_table tables[2] = {{squares, 2}, {falling, 3}};
  double number = 0.25;
  for (int kind = 0; kind < 2; kind++) {
    void *context = kind == 1 ? (void *)&number : (void *)tables;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      y[i] = y[i] / 1e290 + of_table(context, i, kind);
  }
  set_last(squares, tables);
  void *context = tables;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    void *same = context;
    const scaled_table *t = same;
    y[i] += t->table[i] + ((scaled_table *)context)[1].table[i];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += advanced(context, i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += second(context, i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += rewritten(context, i);
  void *turns[2] = {&tables[0], &tables[1]};
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    void *mine = turns[i & 1];
    const scaled_table *t = mine;
    y[i] += t->table[i];
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += y[i] * (i % 3);
  printf("%.9g\n", sum);
  free(other->seen);
  free(other);
  free(scale);
  return 0;
}
