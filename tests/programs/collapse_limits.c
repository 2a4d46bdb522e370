/* Loops that collapse, more than the ND-range has dimensions, and loops with virtual threads, whose counters are
 * narrow, unsigned or compared with numbers of another type: all of them can be counted.  expect: offloaded=4 */
#include <stdio.h>

#pragma GCC diagnostic ignored "-Wsign-compare"

enum { KEPT = 4 };

static int hits[3][512];
static volatile int from = 300, least = -1, short_of = 3, two = 2;
static volatile long far = -3;
static long greatest[KEPT];

static long total(const int *row)
{
  long sum = 0;
  for (int i = 0; i < 512; i++)
    sum += (long)row[i] * (i % 11 + 1);
  return sum;
}

static void keep(long list[KEPT], long value)
{
  int at = KEPT - 1;

  if (value <= list[at])
    return;
  for (; at > 0 && list[at - 1] < value; at--)
    list[at] = list[at - 1];
  list[at] = value;
}

static void merge(long list[KEPT], const long other[KEPT])
{
  for (int at = 0; at < KEPT; at++)
    keep(list, other[at]);
}

int main(void)
{
  unsigned begin = 4294967290u;

  /* the first value becomes 44 where it is the counter's */
#pragma omp parallel for collapse(4)
  for (signed char i = (signed char)from; i < 50; i++)
    for (int a = 0; a < two; a++)
      for (short b = 4; b > two; b--)
        for (int c = 0; c <= 3; c++)
#pragma omp atomic
          hits[0][i + a * 50 + b * 60 + c] += 1;
  /* -1 is compared as the greatest unsigned number */
#pragma omp parallel for collapse(4)
  for (unsigned i = begin; i < least; i++)
    for (int a = 0; a < 2; a++)
      for (int b = 0; b < short_of; b += two)
        for (unsigned char c = 200; c < 204; c++)
#pragma omp atomic
          hits[1][(i - begin) * 40 + (unsigned)(a * 20 + b * 5 + c - 200)] += 1;
  /* down, by a stride that is not a constant */
#pragma omp parallel for collapse(4)
  for (long i = 20; i > two; i += far)
    for (int a = 0; a < 2; a++)
      for (int b = 5; b >= 0; b -= two)
        for (short c = 0; c < 3; c++)
#pragma omp atomic
          hits[2][i * 16 + a * 8 + b + c * 2] += 1;
  for (int row = 0; row < 3; row++)
    printf("%ld\n", total(hits[row]));
  for (int i = 0; i < KEPT; i++)
    greatest[i] = -1;
#pragma omp parallel
  {
    long mine[KEPT];

    for (int i = 0; i < KEPT; i++)
      mine[i] = -1;
#pragma omp for nowait
    for (unsigned i = begin; i < least; i++)
      keep(mine, (long)i * 7 % 1000);
#pragma omp critical
    merge(greatest, mine);
  }
  for (int i = 0; i < KEPT; i++)
    printf("%ld\n", greatest[i]);
  return 0;
}
