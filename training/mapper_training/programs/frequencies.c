/* How often each of 1,048,576 values occurs: atomic additions of integers to a table that caches hold in part. */
#include <stdio.h>
#include <stdlib.h>

#define VALUES (1L << 20)

static void count(long n, const unsigned *value, int *often)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
#pragma omp atomic
    often[value[i]]++;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  unsigned *value = malloc((size_t)n * sizeof *value);
  int *often = malloc((size_t)VALUES * sizeof *often);
  if (value == NULL || often == NULL) return 1;
  for (long i = 0; i < n; i++) value[i] = (unsigned)i * 2654435761u >> 12;
  for (long i = 0; i < VALUES; i++) often[i] = 0;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      value[r % n] = 7;
      count(n, value, often);
      sum += often[7];
    } else {
      count(n, value, often);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)often[0], (double)often[VALUES - 1]);
  free(value);
  free(often);
  return 0;
}
