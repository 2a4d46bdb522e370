/* Heights, slopes and curvature of a square of ground: nested loops over rows, square roots, double precision. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void measure(int n, const double h[n][n], double slope[n][n], double bend[n][n])
{
#pragma omp parallel for
  for (int y = 1; y < n - 1; y++)
    for (int x = 1; x < n - 1; x++) {
      double east = h[y - 1][x + 1] + 2.0 * h[y][x + 1] + h[y + 1][x + 1];
      double north = h[y + 1][x - 1] + 2.0 * h[y + 1][x] + h[y + 1][x + 1];
      east -= h[y - 1][x - 1] + 2.0 * h[y][x - 1] + h[y + 1][x - 1];
      north -= h[y - 1][x - 1] + 2.0 * h[y - 1][x] + h[y - 1][x + 1];
      slope[y][x] = sqrt(east * east + north * north);
      bend[y][x] = h[y][x - 1] + h[y][x + 1] + h[y - 1][x] + h[y + 1][x] - 4.0 * h[y][x];
    }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  size_t size = (size_t)n * (size_t)n * sizeof(double);
  double(*h)[n] = malloc(size), (*slope)[n] = malloc(size), (*bend)[n] = malloc(size), sum = 0.0;
  if (h == NULL || slope == NULL || bend == NULL) return 1;
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      h[y][x] = (double)((x * x + 3 * y) % 100);
      slope[y][x] = bend[y][x] = 0.0;
    }
  for (int r = 0; r < repeats; r++) {
    measure(n, (const double(*)[n])h, slope, bend);
    if (touch) {
      h[n / 2][r % n] += 1.0;
      sum += slope[n / 2][n / 2];
    }
  }
  printf("%.9g %.9g %.9g\n", sum, slope[n / 2][n / 2], bend[n / 2][n / 2]);
  free(h);
  free(slope);
  free(bend);
  return 0;
}
