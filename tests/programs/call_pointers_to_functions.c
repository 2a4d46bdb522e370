/* Pointers to functions that differ between iterations: in variables, structures, parameters and results.
 * expect: offloaded=8 kept=K006,K016 */
#include <stdio.h>

#define N 90

typedef double step(double);

struct op {
  const char *name;
  step *apply;
  double weight;
};

struct methods {
  step *area, *edge;
};

struct shape {
  const struct methods *methods;
  double size;
};

static double twice(double x) { return 2 * x; }
static double square(double x) { return x * x; }
static double less(double x) { return x - 0.5; }

static const struct op ops[] = {{"twice", twice, 0.5}, {"square", square, 0.25}, {"less", less, 2}};
static step *const two[2][3] = {{twice, square, less}, {less, twice, square}};
static step *const some[4] = {[1] = less, [2] = square};
static const struct methods round_methods = {square, twice}, flat_methods = {twice, less};
static struct op changed[3];
static struct shape shapes[N];
static double a[N], b[N];
static int kind[N];

static double weighted(const struct op *op, double x) { return op->apply(x) * op->weight; }
static double area(const struct shape *shape) { return shape->methods->area(shape->size); }
static step *chosen(int k) { return k == 0 ? square : k == 1 ? less : twice; }

static double again(step *f, double x)
{
  double once = f(x);
  if (once > 20)
    f = less;
  return f(once);
}

static double total(void)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 7 + 1);
  return sum;
}

int main(int argc, char **argv)
{
  step *const *first = two[1] + argc;

  (void)argv;
  for (int i = 0; i < N; i++) {
    kind[i] = i * 5 % 3;
    b[i] = i * 0.25;
    shapes[i].methods = i % 4 ? &round_methods : &flat_methods;
    shapes[i].size = b[i] + 1;
  }
  for (int k = 0; k < 3; k++)
    changed[k] = ops[2 - k];
  changed[1].apply = argc > 1 ? less : twice;

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct op *op = &ops[kind[i]];
    a[i] = op->apply(b[i]) * op->weight + weighted(ops + (i & 1), b[i]);
  }
  printf("%.12g\n", total());
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct op *op = &changed[kind[i]];
    a[i] += op->apply(b[i]);
  }
  printf("%.12g\n", total());
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    step *f = two[i & 1][kind[i]], *g = some[kind[i]];
    a[i] += f(b[i]) - (g ? g(b[i]) : 3) + (f == g) + two[1][kind[i]](b[i]);
  }
  printf("%.12g\n", total());
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] -= again(two[0][kind[i]], b[i]) + again(i % 2 ? less : square, b[i]);
  printf("%.12g\n", total());
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += shapes[i].methods->edge(b[i]) + area(&shapes[i]);
  printf("%.12g\n", total());
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    step *f;
    switch (kind[i]) {
    case 0: f = less; break;
    case 1: f = twice; break;
    default: f = NULL;
    }
    if (!f)
      f = chosen(i % 3);
    a[i] -= f(b[i]);
  }
  printf("%.12g\n", total());
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += (*first)(b[i]) + (*(two[0] + 1))(b[i]);
  printf("%.12g\n", total());
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct op op = changed[kind[i]];
    step *f = kind[i] ? op.apply : *first;
    a[i] -= f(b[i]);
  }
  printf("%.12g\n", total());

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    step *f = less, **where = &f;
    *where = two[0][kind[i]];
    a[i] += f(b[i]);
  }
#pragma omp parallel for
  for (int i = 0; i < 3; i++) {
    changed[i].apply = two[1][i];
    a[i] += changed[i].apply(b[i]);
  }
  printf("%.12g\n", total());
  return 0;
}
