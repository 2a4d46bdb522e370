/* Pointers that a condition chooses: the host touches one of two arrays, the others stay on the device, and so does what
 * the large array holds.  expect: offloaded=4
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40000, FEW = 40, STEPS = 12 };

struct state {
  double *q, *k;
  int n;
};

static void turn(struct state *s, int step)
{
  for (int i = 0; i < s->n; i += 2) {
    int turned = i < s->n / 2 ? 2 : 1;
    for (int v = 0; v < turned; v++) {
      double *vec = v == 0 ? s->q : s->k;
      double first = vec[i], second = vec[i + 1];
      vec[i] = 0.5 * first - 0.25 * second + step;
      vec[i + 1] = 0.25 * first + 0.5 * second;
    }
  }
}

static double choose(double *a, double *b, int n, int step)
{
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    double *p;
    const double *r = a;
    if ((i + step) % 3 == 0)
      p = b;
    else
      p = a + 1;
    if (i % 4 == 1)
      r = b;
    p[i] += 0.125;
    sum += r[i];
  }
  return sum;
}

static double of(const double *values, int n)
{
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += values[i];
  return sum;
}

static double called(const double *a, const double *b, int step)
{
  double sum = 0.0;
  for (int i = 0; i < 2; i++) {
    const double *p = i ? a : step % 2 ? b : a;
    sum += of(p, FEW);
  }
  return sum;
}

int main(void)
{
  double *large = malloc(N * sizeof *large), *q = malloc(N * sizeof *q), *k = malloc(N * sizeof *k);
  struct state s = {q, k, FEW};
  double total = 0.0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    large[i] = i % 17;
    q[i] = i % 5;
    k[i] = i % 3;
  }
  for (int step = 0; step < STEPS; step++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      large[i] = 0.5 * large[i] + q[i] - k[i];
    turn(&s, step);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      q[i] = 0.75 * q[i] + 0.125 * large[i];
    total += choose(q, k, FEW, step);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      k[i] += 0.125 * q[i];
    total += called(q, k, step);
  }
  for (int i = 0; i < N; i++)
    total += large[i] * (i % 7) + q[i] - k[i];
  printf("%.10g\n", total);
  free(large);
  free(q);
  free(k);
  return 0;
}
