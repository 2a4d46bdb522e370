/* `critical` in loops where iterations only update something in turn: sums, extremes, counts; and where they do more.
 * expect: offloaded=6 kept=K001,K001,K001,K001,K001 */
#include <stdio.h>

#define N 3001
#define BINS 7

static double value[N], weight[BINS], top;
static int count[BINS], where, seen;
static struct {
  long hits;
  double mass;
} all;

int main(void)
{
  int i, k, n = 0, flags = 0, odd = 5;
  double sum = 0, most = -1, least = 1e9;
  unsigned parity = 0;

  for (i = 0; i < N; i++)
    value[i] = (i * 7919 + 13) % 1009 / 8.0;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    if (value[i] > 20) {
#pragma omp critical
      {
        sum += value[i];
        n++;
      }
    }
  }
#pragma omp parallel for private(k)
  for (i = 0; i < N; i++) {
    double twice = value[i] * 2;

#pragma omp critical(extremes)
    {
      k = i % BINS;
      if (twice > most)
        most = twice;
      least = least < twice ? least : twice;
      count[k]++;
      weight[k] += twice;
    }
#pragma omp critical(flags)
    flags |= 1 << i % 20;
  }
#pragma omp parallel private(i)
  {
#pragma omp for reduction(+ : sum)
    for (i = 0; i < N; i++) {
      sum += 0.5;
#pragma omp critical
      parity ^= (unsigned)i * 3;
    }
#pragma omp for
    for (i = 0; i < N; i++) {
#pragma omp critical
      {
        all.hits += i;
        all.mass += value[i];
      }
    }
#pragma omp for
    for (i = 0; i < N; i++)
      if (value[i] < 0) {
#pragma omp critical(second)
        odd = odd && value[i] > -1;
      }
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int j;

    for (j = 0; j < 3; j++) {
#pragma omp critical
      seen += i % 3 == j;
    }
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) { /* a value with its place */
#pragma omp critical
    if (value[i] > top || (value[i] == top && i < where)) {
      top = value[i];
      where = i;
    }
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) { /* read outside */
    if (n < N * 2) {
#pragma omp critical
      n += 1;
    }
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) { /* two operators */
#pragma omp critical
    {
      flags |= 3;
      flags ^= 0;
    }
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) { /* one decides on the other */
#pragma omp critical
    {
      seen++;
      if (seen > 0)
        n++;
    }
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) { /* an integer that rounds each time */
#pragma omp critical
    count[0] += 0.75;
  }
  for (k = 0; k < BINS; k++)
    printf("%d %.3f ", count[k], weight[k]);
  printf("%.3f %.3f %.3f %d %d %u %d %ld %.3f %d %.3f %d\n", sum, most, least, n, flags, parity, odd, all.hits, all.mass, seen,
         top, where);
  return 0;
}
