/* expect: offloaded=2
 * Each step prints a norm and single elements beside it, and keeps a value of the norm in an array. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40000, STEPS = 20 };

struct history {
  int count;
  double norm[STEPS];
};

static double norm(const double *u) {
  double most = 0;
#pragma omp parallel for reduction(max : most)
  for (int i = 0; i < N; i++)
    most = u[i] > most ? u[i] : most;
  return most;
}

static void smooth(double *v, const double *u, double by) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    v[i] = 0.5 * u[i] + 0.25 * (u[i > 0 ? i - 1 : 0] + u[i + 1 < N ? i + 1 : i]) + by;
}

int main(void) {
  double *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v);
  struct history history = {0, {0}};
  if (u == NULL || v == NULL)
    return 1;
  for (int i = 0; i < N; i++)
    u[i] = v[i] = i % 13;
  for (int step = 0; step < STEPS; step++) {
    smooth(v, u, u[step] * 0.01);
    printf("%d: %.9g %.9g %.9g\n", step, norm(v), v[N / 2], u[step]);
    history.norm[history.count++] = norm(u) - norm(v) + u[N - 1];
    double *kept = u;
    u = v;
    v = kept;
  }
  for (int step = 0; step < STEPS; step++)
    printf("%.9g\n", history.norm[step]);
  free(u);
  free(v);
  return 0;
}
