/* A pass of a radix sort: each thread counts its keys' digits, and puts its keys behind those of threads before. */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void) { return 0; }
static int omp_get_num_threads(void) { return 1; }
static int omp_get_max_threads(void) { return 1; }
#endif

#define DIGITS 256

static int team;
static int (*count)[DIGITS];
static int begin[DIGITS + 1];

static void pass(long n, int shift, const unsigned *key, unsigned *sorted)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
#pragma omp single
    team = omp_get_num_threads();
    for (int d = 0; d < DIGITS; d++) count[me][d] = 0;
#pragma omp for schedule(static)
    for (long i = 0; i < n; i++) count[me][key[i] >> shift & 255u]++;
#pragma omp for
    for (int d = 0; d < DIGITS; d++) {
      int before = 0;
      for (int t = 0; t < team; t++) {
        int here = count[t][d];
        count[t][d] = before;
        before += here;
      }
      begin[d + 1] = before;
    }
#pragma omp single
    for (int d = 0; d < DIGITS; d++) begin[d + 1] += begin[d];
#pragma omp for schedule(static)
    for (long i = 0; i < n; i++) {
      int d = (int)(key[i] >> shift & 255u);
      sorted[begin[d] + count[me][d]++] = key[i];
    }
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  unsigned *key = malloc((size_t)n * sizeof *key);
  unsigned *sorted = malloc((size_t)n * sizeof *sorted);
  count = malloc((size_t)omp_get_max_threads() * sizeof *count);
  if (key == NULL || sorted == NULL || count == NULL) return 1;
  for (long i = 0; i < n; i++) key[i] = (unsigned)i * 2654435761u;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      key[r % n] ^= 255u;
      pass(n, r % 4 * 8, key, sorted);
      sum += sorted[r % n];
    } else {
      pass(n, r % 4 * 8, key, sorted);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)sorted[0], (double)sorted[n - 1]);
  free(key);
  free(sorted);
  free(count);
  return 0;
}
