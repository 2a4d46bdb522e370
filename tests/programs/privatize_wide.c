/* Counters of 64 bits that work-groups keep copies of, and subtractions of unsigned numbers from counters of all types:
 * these have their own size before they are negated.
 * expect: offloaded=8 */
#include <stdio.h>
#include <stdlib.h>

#define N 30000
#define COUNTERS 50

static double reals[COUNTERS];
static float singles[COUNTERS];
static long longs[COUNTERS];
static unsigned long wide[COUNTERS], sums[3][40];
static int ints[COUNTERS];

int main(void)
{
  int i;
  unsigned *key = malloc(N * sizeof *key);
  size_t bits[64] = {0};

#pragma omp parallel for
  for (i = 0; i < N; i++)
    key[i] = (unsigned)i * 7919u % 100003u;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    reals[key[i] % COUNTERS] -= key[i];
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    singles[key[i] % COUNTERS] -= key[i] % 3;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    longs[key[i] % COUNTERS] -= 3u;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    wide[key[i] % COUNTERS] -= key[i];
#pragma omp atomic
    ints[key[i] % COUNTERS] -= key[i];
  }
#pragma omp parallel for reduction(- : wide[ : COUNTERS])
  for (i = 0; i < N; i++)
    wide[key[i] % COUNTERS] -= (unsigned char)key[i];
#pragma omp parallel for reduction(+ : bits[ : 64])
  for (i = 0; i < N; i++)
    for (int b = 0; b < 64; b++)
      bits[b] += (key[i] * 0x9E3779B97F4A7C15ul) >> b & 1;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    sums[key[i] % 3][key[i] % 40] += (unsigned long)key[i] << 30;
  }
  for (i = 0; i < COUNTERS; i++)
    printf("%.1f %.1f %ld %lu %d\n", reals[i], singles[i], longs[i], wide[i], ints[i]);
  for (i = 0; i < 64; i++)
    printf("%zu ", bits[i]);
  for (i = 0; i < 120; i++)
    printf("%lu ", sums[i / 40][i % 40]);
  printf("\n");
  free(key);
  return 0;
}
