/* Large arrays that the host sets up one after the other, in a function and beside it, and again between regions:
   each may be on its way to the device while the next one is set up.
   expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

#define N 150000

static double a[N], b[N];
static int order[N];

static void set_up(void)
{
  int i;

  for (i = 0; i < N; i++)
    a[i] = i % 11;
  for (i = 0; i < N; i++)
    b[i] = i % 7;
  b[3] = 100.0;
  for (i = 0; i < N; i++)
    order[i] = (i * 7) % N;
}

/* Writes what was complete before. */
static void change(double *values, int from)
{
  int i;

  for (i = from; i < N; i += 1000)
    values[i] += 1.0;
}

static void combine(double *into)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    into[i] += a[i] * b[i];
}

int main(void)
{
  double *c = malloc(N * sizeof *c), *d = malloc(2 * N * sizeof *d), sum = 0.0, other = 0.0;
  int i, step;

  set_up();
  for (i = 0; i < N; i++)
    c[i] = 1.0;
  for (i = 0; i < 2 * N; i++)
    d[i] = i % 13;
  combine(c);
  for (step = 0; step < 3; step++) {
    for (i = 0; i < N; i++)
      b[i] = (i + step) % 5;
    change(a, step);
    combine(c);
    if (step == 1)
      change(d, 0);
#pragma omp parallel for
    for (i = 0; i < N; i++)
      d[i] += c[i] + d[i + N];
  }
  d = realloc(d, N * sizeof *d);
  if (d == NULL)
    return 1;
  change(d, 5);
  for (i = 0; i < N; i++)
    other += a[i];
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = d[i] + order[i] % 3;
  for (i = 0; i < N; i++)
    sum += a[i] + c[i];
  printf("%.10e %.10e\n", sum, other);
  free(c);
  free(d);
  return 0;
}
