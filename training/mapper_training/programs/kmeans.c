/* The nearest of 16 centres for points of four coordinates. */
#include <stdio.h>
#include <stdlib.h>

static void assign(long n, const float *x, const float *centre, int *nearest)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    float least = 1e30f;
    int which = 0;
    for (int c = 0; c < 16; c++) {
      float sum = 0.0f;
      for (int k = 0; k < 4; k++) sum += (x[4 * i + k] - centre[4 * c + k]) * (x[4 * i + k] - centre[4 * c + k]);
      if (sum < least) {
        least = sum;
        which = c;
      }
    }
    nearest[i] = which;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *x = malloc((size_t)(4 * n) * sizeof *x);
  float *centre = malloc((size_t)64 * sizeof *centre);
  int *nearest = malloc((size_t)n * sizeof *nearest);
  if (x == NULL || centre == NULL || nearest == NULL) return 1;
  for (long i = 0; i < 4 * n; i++) x[i] = (float)(i * 29 % 128);
  for (int i = 0; i < 64; i++) centre[i] = (float)(i * 11 % 64) + 0.25f;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      centre[r % 64] += 1.0f;
      assign(n, x, centre, nearest);
      sum += nearest[r % n];
    } else {
      assign(n, x, centre, nearest);
    }
  }
  printf("%.10g %.10g %.10g %.10g\n", sum, (double)nearest[0], (double)nearest[n / 2], (double)nearest[n - 1]);
  free(x);
  free(centre);
  free(nearest);
  return 0;
}
