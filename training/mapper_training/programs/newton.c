/* Newton's method for a cubic at the points of a plane: as many steps as each point needs. */
#include <stdio.h>
#include <stdlib.h>

static void iterate(long n, double scale, int *steps)
{
#pragma omp parallel for collapse(2)
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double x = scale * (1.1 + (double)i / (double)n), y = scale * (0.3 + (double)j / (double)n), change = 1.0;
      int count = 0;
      while (change > 1e-3 && count < 50) {
        double a = x * x - y * y, b = 2.0 * x * y, size = a * a + b * b + 1e-9;
        double u = (2.0 * x + a / size) / 3.0, v = (2.0 * y - b / size) / 3.0;
        change = (u - x) * (u - x) + (v - y) * (v - y);
        x = u;
        y = v;
        count++;
      }
      steps[i * n + j] = count;
    }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *steps = malloc((size_t)n * (size_t)n * sizeof *steps);
  if (steps == NULL) return 1;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      steps[r % n] = 0;
      iterate(n, 1.0 + r * 0.125, steps);
      sum += steps[n * n / 3];
    } else {
      iterate(n, 1.0 + r * 0.125, steps);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)steps[0], (double)steps[n * n / 3]);
  free(steps);
  return 0;
}
