#include <stdlib.h>
#include <string.h>

static double sums[10000], before[10000];

void steps(double *u, double *old, int n, int steps)
{
  for (int t = 0; t < steps; t++) {
    memcpy(old, u, n * sizeof *u);
    for (int i = 0; i < 10000; i++)
      before[i] = sums[i];
    if (t > 3) {
      memset(sums, 0, sizeof sums);
    } else
      memset(sums, 0, sizeof sums);
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++) {
      u[i] = .5 * (old[i - 1] + old[i + 1]);
      sums[i] += u[i] - before[i];
    }
  }
}

int main(void)
{
  double *u = calloc(10000, sizeof *u), *old = malloc(10000 * sizeof *old);
  memset(u, 0, 5000 * sizeof *u);
  steps(u, old, 10000, 9);
  return u[3] > 0 || sums[3] > 0;
}
