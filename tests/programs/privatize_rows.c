/* Iterations with a row of counters of their own: cleared, counted in, summed up; keys beside the row, rows of several
 * lengths, unsigned ones, and rows that stay where they are, since they are not cleared, or too long.
 * expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>

#define BUCKETS 37
#define VALUES 96
#define N 9000
#define LONG 9000

static int key[N], begin[BUCKETS + 1], rank[BUCKETS * VALUES + 1], added[BUCKETS * VALUES], wide[3 * LONG];
static unsigned seen[BUCKETS * 5], weight[BUCKETS];

int main(void)
{
  int b, k, v, smaller, count;
  long sum = 0;

  for (b = 0; b <= BUCKETS; b++)
    begin[b] = N / BUCKETS * b + (b % 3) * 20 * (b < BUCKETS);
  for (b = 0; b < BUCKETS; b++)
    for (k = begin[b]; k < begin[b + 1]; k++)
      key[k] = b * VALUES + (k * k + 3 * k) % VALUES;

#pragma omp parallel for private(k, v, smaller, count)
  for (b = 0; b < BUCKETS; b++) {
    for (v = b * VALUES; v < (b + 1) * VALUES; v++)
      rank[v] = 0;
    for (k = begin[b]; k < begin[b + 1]; k++)
      rank[key[k]]++;
    smaller = begin[b];
    for (v = b * VALUES; v < (b + 1) * VALUES; v++) {
      count = rank[v];
      rank[v] = smaller;
      smaller += count;
    }
  }
  for (k = 0; k < BUCKETS * VALUES; k++)
    sum = (sum * 31 + rank[k]) % 1000003;
  printf("%ld\n", sum);

#pragma omp parallel for private(k, v)
  for (b = 0; b < BUCKETS; b++) {
    for (v = 5 * b; v <= 5 * b + 3; v++)
      seen[v] = b % 2;
    for (k = begin[b]; k < begin[b + 1]; k++)
      seen[5 * b + key[k] % 5] += 3u;
    weight[b] = 0;
    for (v = 5 * b; v < 5 * b + 5; v++)
      weight[b] += seen[v] * (unsigned)(v + 1);
  }
  for (k = 0; k < BUCKETS * 5; k++)
    sum = (sum * 31 + (long)seen[k] + (long)weight[k % BUCKETS]) % 1000003;
  printf("%ld\n", sum);

#pragma omp parallel for private(k, v)
  for (b = 0; b < BUCKETS; b++) {
    for (k = begin[b]; k < begin[b + 1]; k++)
      added[key[k]] -= k % 7;
    for (v = b * VALUES; v < (b + 1) * VALUES; v++)
      added[v] *= 2;
  }
#pragma omp parallel for private(k, v)
  for (b = 0; b < 3; b++) {
    for (v = b * LONG; v < (b + 1) * LONG; v++)
      wide[v] = b;
    for (k = 0; k < N; k++)
      wide[b * LONG + key[k]]++;
  }
#pragma omp parallel for private(k, v)
  for (b = 0; b < BUCKETS; b++) {
    for (v = 0; v < VALUES; v++)
      rank[b * VALUES + v] = added[b * VALUES + v];
    for (k = begin[b]; k < begin[b + 1]; k++)
      rank[key[k]] += 2;
  }
#pragma omp parallel for
  for (k = 0; k < BUCKETS; k++)
    weight[k] ^= (unsigned)rank[k];
  for (k = 0; k < BUCKETS * VALUES; k++)
    sum = (sum * 31 + rank[k] + added[k]) % 1000003;
  for (k = 0; k < 3 * LONG; k++)
    sum = (sum * 31 + wide[k]) % 1000003;
  printf("%ld %u\n", sum, weight[3]);
  return 0;
}
