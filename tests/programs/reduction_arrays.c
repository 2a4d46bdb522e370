/* Reductions of arrays of integers, by name and by section: their elements are updated by atomic operations.
 * expect: offloaded=8 */
#include <stdio.h>
#include <stdlib.h>

#define N 4001
#define BINS 29

static int key[N], histogram[BINS];
static unsigned flags[3][BINS], parity[BINS];
static long table[4][BINS];

static void add(int *counts, int n)
{
  int i;

#pragma omp parallel for reduction(+ : counts[0 : BINS])
  for (i = 0; i < n; i++)
    counts[key[i] % BINS] += key[i] % 7 - 3;
}

int main(void)
{
  int i, j;
  long sums[8] = {5, 4, 3, 2, 1}, total = 0, *heap = calloc(BINS, sizeof *heap);

#pragma omp parallel for
  for (i = 0; i < N; i++)
    key[i] = (i * 7919 + 13) % 1009;
#pragma omp parallel for reduction(+ : histogram) reduction(+ : total)
  for (i = 0; i < N; i++) {
    histogram[key[i] % BINS]++;
    if (key[i] % 3)
      histogram[key[i] / 3 % BINS]--;
    total += key[i];
  }
#pragma omp parallel for reduction(| : flags[:3][:BINS]) reduction(^ : parity)
  for (i = 0; i < N; i++) {
    flags[i % 3][key[i] % BINS] |= 1u << key[i] % 31;
    parity[i % BINS] ^= (unsigned)key[i];
  }
#pragma omp parallel private(i)
  {
#pragma omp for reduction(- : sums[1 : 6]) schedule(dynamic)
    for (i = 0; i < N; i++)
      sums[1 + key[i] % 6] -= key[i];
#pragma omp for reduction(+ : histogram)
    for (i = 0; i < N; i++)
      histogram[i % BINS] += i % 5;
  }
  add(histogram, N);
#pragma omp parallel for collapse(2) reduction(+ : table[0 : 4], heap[: BINS])
  for (i = 0; i < N / 100; i++)
    for (j = 0; j < 100; j++) {
      table[i % 4][j % BINS] += key[i * 100 + j];
      heap[j % BINS] += i;
    }
#pragma omp parallel for reduction(& : flags)
  for (i = 0; i < BINS; i++)
    flags[2][i] &= ~3u;
  for (i = 0; i < BINS; i++)
    total = total * 3 % 1000003 + histogram[i] + flags[0][i] % 1009 + flags[2][i] % 997 + parity[i] + table[1][i] + heap[i];
  for (i = 0; i < 8; i++)
    printf("%ld ", sums[i]);
  printf("%ld\n", total);
  free(heap);
  return 0;
}
