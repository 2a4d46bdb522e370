/* Neighbours on a circle: lanes share the loops of a step, as what they read and what they write are apart. */
#include <stddef.h>

void step(int count, int n, int steps, double *state)
{
#pragma omp parallel for
  for (int e = 0; e < count; e++) {
    double *x = state + (size_t)e * 3 * n, *k = x + n, *y = x + 2 * n;
    for (int s = 0; s < steps; s++) {
      for (int i = 0; i < n; i++)
        k[i] = (x[(i + 1) % n] - x[(i + n - 2) % n]) * x[(i + n - 1) % n] - x[i] + 8.0;
      for (int i = 0; i < n; i++)
        y[i] = x[i] + 0.005 * k[i];
      for (int i = 0; i < n; i++)
        x[i] += 0.01 * ((y[(i + 1) % n] - y[(i + n - 2) % n]) * y[(i + n - 1) % n] - y[i] + 8.0);
    }
  }
}
