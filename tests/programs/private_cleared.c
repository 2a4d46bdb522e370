/* Private arrays that memset, memcpy and assignments of structures fill, and that subscripts of any form read.
   What a call fills in part is not known elsewhere.
   expect: offloaded=6 kept=K014 */
#include <stdio.h>
#include <string.h>

enum { N = 300, BINS = 8 };

struct table {
  int count, bins[BINS];
};

static int found[N], other[N], last[N], begun[N], rest[N], moved[N], old[N];

static int weighted(const int *bins)
{
  int sum = 0;
  for (int k = 0; k < BINS; k++)
    sum = sum * 3 % 10007 + bins[k];
  return sum;
}

static unsigned digest(const int *of)
{
  unsigned sum = 17;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)of[i];
  return sum;
}

int main(void)
{
  int bins[BINS], first[BINS] = {3, 1, 4, 1, 5, 9, 2, 6};
  struct table table, empty = {0, {0}};

#pragma omp parallel for private(bins)
  for (int i = 0; i < N; i++) {
    memset(bins, 0, sizeof bins);
    for (int j = 0; j < 20; j++)
      bins[(i * j) % BINS] += j;
    found[i] = weighted(bins);
  }

#pragma omp parallel for private(bins)
  for (int i = 0; i < N; i++) {
    memcpy(&bins, first, sizeof(bins));
    for (int j = 0; j < 20; j++)
      bins[(i * j + found[i]) % BINS] += j;
    other[i] = weighted(bins);
  }

#pragma omp parallel for private(table)
  for (int i = 0; i < N; i++) {
    table = empty;
    for (int j = 0; j < 20; j++)
      table.bins[(i * j) % BINS] += ++table.count;
    last[i] = weighted(table.bins);
  }

#pragma omp parallel for private(table)
  for (int i = 0; i < N; i++) {
    table.count = i;
    memset(table.bins, 0, sizeof table.bins);
    for (int j = 0; j < 20; j++)
      table.bins[(i * j) % BINS] += ++table.count;
    moved[i] = weighted(table.bins);
  }

#pragma omp parallel for firstprivate(bins)
  for (int i = 0; i < N; i++) {
    memset(&bins[0], 0, BINS * sizeof(int));
    for (int j = 0; j < i % 30; j++)
      bins[other[(i + j) % N] % BINS]++;
    begun[i] = weighted(bins);
  }

#pragma omp parallel for private(bins)
  for (int i = 0; i < N; i++) {
    memset(bins, 0, 4 * sizeof *bins);
    memset(&bins[4], 0, 4 * sizeof *bins);
    for (int j = 0; j < 4; j++)
      bins[2 * j + 1] += bins[j] + i;
    rest[i] = weighted(bins);
  }

  for (int k = 0; k < BINS; k++)
    bins[k] = k;
#pragma omp parallel for firstprivate(bins) schedule(static, 10)
  for (int i = 0; i < N; i++) {
    memset(bins, 0, 7 * sizeof *bins);
    bins[(i * i) % BINS] += i;
    old[i] = weighted(bins);
  }

  printf("%u %u %u %u\n", digest(found), digest(other), digest(last), digest(moved));
  printf("%u %u %u\n", digest(begun), digest(rest), digest(old));
  return 0;
}
