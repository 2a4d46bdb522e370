/* Functions with variants, which the compiler calls where the constructs around a call fit.
 * expect: offloaded=2 kept=K001,K001,K001,K001
 * flags: -Wno-unused-function */
#include <stdio.h>

#define N 30

static double out[N], log_[N];

static double inside(double x)
{
  log_[(int)x % N] += 1;
  return 3 * x;
}
static double twice(double x) { return x + 0.5; }

#pragma omp declare variant(inside) match(construct = {parallel})
#pragma omp declare variant(twice) match(user = {condition(0)})
static double value(double x) { return x; }

double elsewhere(double x);
#pragma omp declare variant(twice) match(device = {kind(host)})
double other(double x);

double elsewhere(double x) { return x * 7; }
double other(double x) { return x * 5; }

#ifdef _OPENMP
#define IN_PARALLEL value
#else /* what the compiler chooses in a parallel construct, and on any host */
#define IN_PARALLEL inside
#define other twice
#endif

static double through(double x) { return value(x) + 1; }

static void share(void)
{
#pragma omp for
  for (int i = 0; i < N; i++)
    out[i] += through(i);
}

int main(void)
{
  double s = 0;

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] = IN_PARALLEL(i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] += through(i);
#pragma omp parallel
  {
    share();
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] += other(i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] += elsewhere(i);
  s = value(4) + other(3);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] += log_[i];
  for (int i = 0; i < N; i++)
    s += out[i] * (i % 4);
  printf("%.2f %.2f\n", s, log_[5]);
  return 0;
}
