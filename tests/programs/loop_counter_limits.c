/* Counters whose type holds all values, but not the distance between the first and the last one; and, beside them,
 * loops that go to the very ends of their types and can be counted.  expect: offloaded=5 */
#include <limits.h>
#include <stdio.h>

static int hits[6][512];
static volatile int low = -128, high = 120, first = 2000000000, last = -2000000000, stride = 100000000;

static int total(const int *row)
{
  int sum = 0;
  for (int i = 0; i < 512; i++)
    sum += row[i] * (i % 7 + 1);
  return sum;
}

int main(void)
{
  signed char from = (signed char)low, to = (signed char)high;
  short wide = 300, step = 7;
  unsigned char most = UCHAR_MAX;
#pragma omp parallel for
  for (signed char i = 0; i < to; i++)
    hits[0][i] += 1;
#pragma omp parallel for
  for (signed char i = -60; i < (signed char)(to / 2); i += 2)
    hits[1][i + 128] += 1;
#pragma omp parallel for
  for (short i = wide; i >= 0; i -= step)
    hits[2][i] += 1;
#pragma omp parallel for
  for (unsigned char i = 0; i < most; i++)
    hits[3][i] += 1;
#pragma omp parallel for
  for (int i = first; i > 0; i -= stride)
    hits[4][i / 100000000] += 1;
  for (int row = 0; row < 5; row++)
    printf("%d\n", total(hits[row]));
  return from + last == 0;
}
