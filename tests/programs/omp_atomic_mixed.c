/* Forms of atomic in loops, with neighbours that read what they left.  expect: offloaded=3 */
#include <stdio.h>

#define N 150
#define BINS 10

static int bins[BINS], order[N], taken;
static unsigned bits;
static long weight;
static double sums[BINS];

int main(void)
{
  int i, total = 0;

#pragma omp parallel private(i)
  {
#pragma omp for
    for (i = 0; i < N; i++) {
      int place;

#pragma omp atomic
      bins[i % BINS]++;
#pragma omp atomic update
      weight += i;
#pragma omp atomic
      bits |= 1u << (i % 7);
#pragma omp atomic
      sums[i % BINS] += 0.5;
#pragma omp atomic capture
      place = taken++;
      order[place] = i;
    }
#pragma omp for reduction(+ : total)
    for (i = 0; i < N; i++) {
      int now;

#pragma omp atomic read
      now = bins[i % BINS];
      total += now + order[i];
    }
#pragma omp for
    for (i = 0; i < BINS; i++) {
#pragma omp atomic write
      bins[i] = i * 2;
    }
  }
  printf("%d %ld %u %.1f %d %d\n", total, weight, bits, sums[3], taken, bins[9]);
  return 0;
}
