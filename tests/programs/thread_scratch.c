/* Threadprivate scratch memory, scalars and arrays, of functions that loops call, in a region with time steps.
 * expect: offloaded=3  with: support/thread_other.c */
#include <stdio.h>

#define N 60
#define M 9

double other_work(int i);

static double line[M], left, right;
#pragma omp threadprivate(line, left, right)

static double a[N], b[N];

static void load(int i)
{
  int k;

  left = a[i];
  right = a[(i + 1) % N];
  for (k = 0; k < M; k++)
    line[k] = left * k + right;
}

static void sweep(double *w)
{
  int k;

  for (k = 1; k < M; k++)
    w[k] -= 0.25 * w[k - 1];
}

static double sum(void)
{
  double s = 0;
  int k;

  for (k = 0; k < M; k++)
    s += line[k] * (left - right);
  return s;
}

static void step(void)
{
  int i;

#pragma omp for
  for (i = 0; i < N; i++) {
    load(i);
    sweep(line);
    b[i] = sum();
  }
#pragma omp for
  for (i = 0; i < N; i++) {
    left = b[i];
    a[i] += 0.001 * left + other_work(i);
  }
}

int main(void)
{
  int i, t;

#pragma omp parallel private(t)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = 1.0 / (1 + i);
    for (t = 0; t < 4; t++)
      step();
  }
  for (i = 0; i < N; i += 7)
    printf("%.9f %.9f\n", a[i], b[i]);
  return 0;
}
