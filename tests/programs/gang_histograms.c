/* Blocks that count in arrays of their own, and leave what they have counted.
 * expect: offloaded=5 */
#include <stdio.h>
#include <string.h>

#define N 18000
#define BLOCKS 9
#define STEP (N / BLOCKS)

static unsigned char x[N];
static int count[BLOCKS][256], odd[BLOCKS][256], pairs[BLOCKS][256];
static unsigned third[100 * BLOCKS];
static long wide[BLOCKS][64];
static short first[N];

static void histograms(const unsigned char *from)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int own[256] = {0};
    for (int i = b * STEP; i < (b + 1) * STEP; i++)
      own[from[i]]++;
    for (int d = 0; d < 256; d++)
      count[b][d] = own[d];
  }
}

/* Two arrays, one of them under a condition. */
static void several(const unsigned char *from)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int own[256] = {0, 0};
    unsigned other[100];
    memset(other, 0, sizeof other);
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      if (from[i] % 2)
        own[from[i]] += 1;
      other[from[i] % 100]++;
    }
    for (int d = 0; d < 256; d++)
      odd[b][d] = own[d];
    for (int d = 0; d < 100; d++)
      third[d * BLOCKS + b] = other[d];
  }
}

/* Counters of 64 bits, and an array that begins with other values. */
static void others(const unsigned char *from)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    long own[64] = {0};
    for (int i = b * STEP; i < (b + 1) * STEP; i++)
      own[from[i] % 64]++;
    for (int d = 0; d < 64; d++)
      wide[b][d] = own[d];
  }
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int own[256] = {5, 7};
    for (int i = b * STEP; i < (b + 1) * STEP - 1; i++) {
      own[from[i]]++;
      own[from[i + 1]]++;
    }
    for (int d = 0; d < 256; d++)
      pairs[b][d] = own[d];
  }
}

/* How often a value has come before: the counts are asked for. */
static void occurrences(const unsigned char *from)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int own[256] = {0};
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      first[i] = (short)(own[from[i]] * 3);
      own[from[i]]++;
    }
  }
}

static unsigned long mixed(const void *from, size_t bytes)
{
  unsigned long hash = 5381;
  for (size_t i = 0; i < bytes; i++)
    hash = hash * 33 + ((const unsigned char *)from)[i];
  return hash;
}

int main(void)
{
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < N; i++)
      x[i] = (unsigned char)((unsigned)(i + round) * 2654435761u >> 21);
    histograms(x);
    several(x);
    others(x);
    occurrences(x);
    printf("%lu %lu %lu %lu %lu %lu\n", mixed(count, sizeof count), mixed(odd, sizeof odd),
           mixed(third, sizeof third), mixed(wide, sizeof wide), mixed(pairs, sizeof pairs),
           mixed(first, sizeof first));
  }
  return 0;
}
