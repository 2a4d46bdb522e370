/* Steps of a scheme whose sweep is a pipeline of threads, which stays on the CPU, between two loops that need not. */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void) { return 0; }
static int omp_get_num_threads(void) { return 1; }
#endif

enum { PARTS = 4, THREADS = 1024 };
static int finished[THREADS];

/* Solves u[j][i] from above and from the left; a thread begins a row when the one above has passed it. */
static void sweep(int n, double (*u)[PARTS])
{
  int me = omp_get_thread_num() % THREADS, of = omp_get_num_threads();
  int first = 1 + (int)((long)(n - 1) * me / of), end = 1 + (int)((long)(n - 1) * (me + 1) / of);
#pragma omp atomic write
  finished[me] = 0;
#pragma omp barrier
  for (int block = 0; block < n; block += 16) {
    if (me > 0) {
      for (int there = 0; there <= block;) {
#pragma omp flush
#pragma omp atomic read
        there = finished[me - 1];
      }
    }
#pragma omp flush
    for (int j = first; j < end; j++)
      for (int i = block > 0 ? block : 1; i < block + 16 && i < n; i++)
        for (int m = 0; m < PARTS; m++)
          u[j * n + i][m] = 0.4 * u[j * n + i][m] + 0.3 * u[(j - 1) * n + i][m] + 0.2 * u[j * n + i - 1][m];
#pragma omp flush
#pragma omp atomic write
    finished[me] = block + 16;
  }
#pragma omp barrier
}

static void advance(int n, int steps, double (*u)[PARTS], double (*f)[PARTS])
{
#pragma omp parallel
  for (int s = 0; s < steps; s++) {
#pragma omp for
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        for (int m = 0; m < PARTS; m++) {
          double beside = u[j * n + i - 1][m] + u[j * n + i + 1][m] + u[(j - 1) * n + i][m] + u[(j + 1) * n + i][m];
          f[j * n + i][m] = 0.2 * beside - 0.1 * u[j * n + i][m] * u[j * n + i][(m + 1) % PARTS];
        }
#pragma omp for
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        for (int m = 0; m < PARTS; m++) u[j * n + i][m] = 0.6 * u[j * n + i][m] + 0.3 * f[j * n + i][m];
    sweep(n, u);
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32, repeats = argc > 2 ? atoi(argv[2]) : 1;
  double(*u)[PARTS] = malloc((size_t)n * (size_t)n * sizeof *u), (*f)[PARTS] = calloc((size_t)n * (size_t)n, sizeof *f);
  if (u == NULL || f == NULL) return 1;
  for (int i = 0; i < n * n; i++)
    for (int m = 0; m < PARTS; m++) u[i][m] = 0.1 * (double)((i + m) % 5);
  for (int r = 0; r < repeats; r++) advance(n, 8, u, f);
  printf("%.9g\n", u[n / 2 * n + n / 2][1]);
  free(u);
  free(f);
  return 0;
}
