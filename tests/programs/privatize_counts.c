/* Counters that work-groups keep copies of: histograms of several lengths, rows by thread number, by blocks of
 * iterations, in loops and under conditions; and some that they can't copy.
 * expect: offloaded=9 */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define N 40000
#define LONG 8000
#define LONGER 9000

static int key[N], wide[LONG], wider[LONGER], rows[64][33], blocks[8][40];
static unsigned shared[100], other[100];

static int number(void)
{
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

static void count(int *counts, const int *from, int n)
{
  int i;

#pragma omp parallel for reduction(+ : counts[ : 50])
  for (i = 0; i < n; i++)
    counts[from[i] % 50] += 2;
}

static unsigned long digest(const void *memory, size_t bytes)
{
  const unsigned char *at = memory;
  unsigned long sum = 5381;
  size_t i;

  for (i = 0; i < bytes; i++)
    sum = sum * 33 + at[i];
  return sum;
}

int main(void)
{
  int i, j, *heap = calloc(50, sizeof *heap), small[3] = {0}, sums[33] = {0};

#pragma omp parallel for
  for (i = 0; i < N; i++)
    key[i] = (int)((i * 7919L + 13) % 10007);
#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    small[key[i] % 3]++;
    if (key[i] % 5 == 0) {
#pragma omp atomic
      small[0] -= key[i];
    }
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    wide[key[i] % LONG]++;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    wider[key[i] % LONGER]++;
  }
#pragma omp parallel
  {
    int me = number();

#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      rows[me][key[i] % 33]++;
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N / 100; i++)
    for (j = 0; j < 100; j++) {
#pragma omp atomic
      shared[key[i * 100 + j] % 100] += (unsigned)j;
    }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    blocks[i / (N / 8)][key[i] % 40]++;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    unsigned before;
#pragma omp atomic capture
    before = other[key[i] % 100]++;
    if (before > 1000000u) {
#pragma omp atomic
      other[0]++;
    }
  }
  count(heap, key, N);
  for (i = 0; i < 64; i++)
    for (j = 0; j < 33; j++)
      sums[j] += rows[i][j];
  printf("%d %d %d\n", small[0], small[1], small[2]);
  printf("%lx %lx %lx\n", digest(wide, sizeof wide), digest(wider, sizeof wider), digest(sums, sizeof sums));
  printf("%lx %lx\n", digest(shared, sizeof shared), digest(blocks, sizeof blocks));
  printf("%lx %lx\n", digest(other, sizeof other), digest(heap, 50 * sizeof *heap));
  free(heap);
  return 0;
}
