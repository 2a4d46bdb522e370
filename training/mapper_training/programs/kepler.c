/* Where n planets are at a time: Kepler's equation by Newton's method, as many steps as it takes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void solve(int n, const double *mean, const double *eccentricity, double *x, double *y)
{
#pragma omp parallel for
  for (int p = 0; p < n; p++) {
    double e = eccentricity[p], angle = mean[p];
    for (int s = 0; s < 12; s++) {
      double change = (angle - e * sin(angle) - mean[p]) / (1.0 - e * cos(angle));
      angle -= change;
      if (fabs(change) < 1e-12) break;
    }
    x[p] = cos(angle) - e;
    y[p] = sqrt(1.0 - e * e) * sin(angle);
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 100;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  size_t size = (size_t)n * sizeof(double);
  double *mean = malloc(size), *eccentricity = malloc(size), *x = malloc(size), *y = malloc(size), sum = 0.0;
  if (mean == NULL || eccentricity == NULL || x == NULL || y == NULL) return 1;
  for (int p = 0; p < n; p++) {
    mean[p] = 0.001 * (double)(p % 6000);
    eccentricity[p] = 0.05 * (double)(p % 17);
    x[p] = y[p] = 0.0;
  }
  for (int r = 0; r < repeats; r++) {
    solve(n, mean, eccentricity, x, y);
    if (touch) {
      mean[r % n] += 0.5;
      sum += x[r % n];
    }
  }
  printf("%.9g %.9g %.9g\n", sum, x[n / 2], y[n / 2]);
  free(mean);
  free(eccentricity);
  free(x);
  free(y);
  return 0;
}
