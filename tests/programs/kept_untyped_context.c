/* A context whose structure the file defines behind the loop that hands it on: nothing there can name its members.
   expect: offloaded=1 kept=K016 */
#include <stdio.h>

enum { N = 100 };

static double y[N];

static void apply(double (*f)(int, const void *), const void *context)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += f(i, context);
}

static void apply_all(double (*f)(int, const void *), const void *context)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += f(i, context);
}

struct curve {
  double *value;
  int times;
};

static double on_curve(int i, const void *context)
{
  const struct curve *c = (const struct curve *)context;
  return c->value[i] * c->times;
}

static double times(int i, const void *context)
{
  const struct curve *c = context;
  return i * c->times;
}

int main(void)
{
  double value[N];
  for (int i = 0; i < N; i++)
    value[i] = i % 7;
  struct curve curve = {value, 3};
  apply(on_curve, &curve);
  curve.times = 4;
  apply_all(times, &curve);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += y[i] * i;
  printf("%g\n", sum);
  return 0;
}
