/* Arrays that are reduced but used in other ways, too: read, by another name, in a function, outside of the loops of the region
 * that reduces them; a second operator, and elements that the device can't update.
 * expect: offloaded=0 kept=K019,K019,K019,K019,K019,K019,K019,K019 */
#include <stdio.h>

#define N 200
#define BINS 5

static double bins[BINS], *alias = bins;
static int seen[BINS], shared[BINS];
static short small[BINS];
static long mixed[BINS];

static void add(int k)
{
  shared[k] += 1;
}

int main(void)
{
  int i, sum = 0;

#pragma omp parallel for reduction(+ : seen)
  for (i = 0; i < N; i++) {
    seen[i % BINS]++;
    seen[(i + 1) % BINS] += seen[0] < 0;
  }
#pragma omp parallel for reduction(+ : bins[:BINS])
  for (i = 0; i < N; i++) {
    bins[i % BINS] += i;
    if (alias[0] < 0)
      bins[0] += 1;
  }
#pragma omp parallel for reduction(+ : shared)
  for (i = 0; i < N; i++) {
    shared[i % BINS] += i;
    if (i == N)
      add(i % BINS);
  }
#pragma omp parallel for reduction(+ : small)
  for (i = 0; i < N; i++)
    small[i % BINS]++;
#pragma omp parallel for reduction(+ : mixed)
  for (i = 0; i < N; i++) {
    mixed[i % BINS] += i;
    mixed[i % BINS] |= 0;
  }
#pragma omp parallel reduction(+ : bins[:BINS]) private(i)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      bins[i % BINS] += i;
#pragma omp single
    sum += bins[1] > 1e9;
  }
#pragma omp parallel reduction(+ : seen) private(i)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      seen[i % BINS] += i;
#pragma omp for ordered
    for (i = 0; i < N; i++) {
      seen[i % BINS]++;
#pragma omp ordered
      sum += i;
    }
  }
  for (i = 0; i < BINS; i++)
    printf("%.1f %d %d %d %ld\n", bins[i], seen[i], shared[i], small[i], mixed[i]);
  printf("%d\n", sum);
  return 0;
}
