#include <stdio.h>

#include "../transforms/multisplit/buckets.c"

#define N 50000
#define SHIFT 3

int key[60000], by_bucket[60000], begin[513];
int count[64][512];
struct pair pairs[60000], by_pair[60000];

/* Rows of counters say where each thread goes on in each bucket. */
static void count_by_thread(int n, int shift)
{
  int before, b, t;

  for (t = 0; t < 64; t++)
    for (b = 0; b < 512; b++)
      count[t][b] = 0;
#pragma omp parallel
  {
    int me = number();
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      count[me][key[i] >> shift]++;
  }
  for (b = 0; b < 512; b++) {
    for (before = 0, t = 0; t < 64; t++) {
      int mine = count[t][b];

      count[t][b] = before;
      before += mine;
    }
    begin[b + 1] = begin[b] + before;
  }
}

int main(void)
{
  unsigned long sum = 0;
  unsigned seed = 5;
  int i;

  for (i = 0; i < N; i++) {
    seed = seed * 1664525u + 1013904223u;
    key[i] = (int)(seed >> 20);
    pairs[i].one = i;
    pairs[i].two = -i;
  }
  count_by_thread(N, SHIFT);
  split(N, SHIFT);
  for (i = 0; i < N; i++)
    sum = sum * 31 + (unsigned long)by_bucket[i];
  printf("%lu", sum);
  for (i = 0; i < N; i++)
    key[i] &= 511;
  count_by_thread(N, 0);
  split_pairs(N);
  for (i = 0; i < N; i++)
    sum = sum * 31 + (unsigned long)by_pair[i].one + 7 * (unsigned long)by_pair[i].two;
  printf(" %lu %d\n", sum, by_pair[N / 2].two);
  return 0;
}
