/* Smallest and largest of many numbers: two reductions of a loop that only reads. */
#include <stdio.h>
#include <stdlib.h>

static void extremes(long n, const float *x, float *low, float *high)
{
  float least = x[0], most = x[0];
#pragma omp parallel for reduction(min : least) reduction(max : most)
  for (long i = 0; i < n; i++) {
    if (x[i] < least) least = x[i];
    if (x[i] > most) most = x[i];
  }
  *low = least;
  *high = most;
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *x = malloc((size_t)n * sizeof *x);
  if (x == NULL) return 1;
  for (long i = 0; i < n; i++) x[i] = (float)((unsigned)i * 2654435761u >> 8);
  float low = 0.0f, high = 0.0f;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] = -(float)r;
      extremes(n, x, &low, &high);
      sum += (double)low;
    } else {
      extremes(n, x, &low, &high);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)low, (double)high);
  free(x);
  return 0;
}
