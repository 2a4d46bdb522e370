/* Mandelbrot set: arithmetic alone, with trip counts that differ between neighbours. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int *count = malloc((size_t)n * (size_t)n * sizeof *count);
  if (count == NULL) return 1;
  for (int r = 0; r < repeats; r++) {
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double cx = -2.0 + 3.0 * j / n, cy = -1.5 + 3.0 * i / n, x = 0.0, y = 0.0;
        int k = 0;
        while (k < 100 && x * x + y * y < 4.0) {
          double t = x * x - y * y + cx;
          y = 2.0 * x * y + cy;
          x = t;
          k++;
        }
        count[i * n + j] = k;
      }
  }
  printf("%d\n", count[n * n / 2]);
  free(count);
  return 0;
}
