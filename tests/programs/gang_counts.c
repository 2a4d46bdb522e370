/* Work-items that share an iteration count in an array and keep running sums; sums of other kinds stay with one.
 * expect: offloaded=5 */
#include <stdio.h>

#define BUCKETS 23
#define VALUES 61
#define N 4001

static int key[N], begin[BUCKETS + 1], rank[BUCKETS * VALUES], last[BUCKETS];
static unsigned bits[BUCKETS][VALUES];
static long long upto[BUCKETS][VALUES];
static double level[BUCKETS][VALUES];

int main(void)
{
  int b, k, value, count, smaller;
  long long sum = 0, all = 0;
  double total = 0;

  for (b = 0; b < BUCKETS; b++)
    begin[b + 1] = begin[b] + (b * 131 + 7) % 347 % (N - begin[b] > 347 ? 347 : 1);
  for (b = 0; b < BUCKETS; b++)
    for (k = begin[b]; k < begin[b + 1]; k++)
      key[k] = b * VALUES + (k * k * 31 + k) % VALUES;
#pragma omp parallel for private(k, value, count, smaller) schedule(dynamic)
  for (b = 0; b < BUCKETS; b++) {
    for (value = b * VALUES; value < (b + 1) * VALUES; value++)
      rank[value] = 0;
    for (k = begin[b]; k < begin[b + 1]; k++)
      rank[key[k]]++;
    smaller = begin[b];
    for (value = b * VALUES; value < (b + 1) * VALUES; value++) {
      count = rank[value];
      rank[value] = smaller;
      smaller += count;
    }
    last[b] = smaller;
  }
#pragma omp parallel for private(k)
  for (b = 0; b < BUCKETS; b++) {
    for (k = begin[b]; k < begin[b + 1]; k++)
      bits[b][key[k] % VALUES] |= 1u << k % 32;
    for (k = begin[b + 1] - 1; k >= begin[b]; k -= 2)
      bits[b][k % VALUES] ^= (unsigned)key[k];
  }
#pragma omp parallel for private(k)
  for (b = 0; b < BUCKETS; b++) {
    long long run = b;

    for (k = VALUES - 1; k >= 0; k--) {
      run += bits[b][k];
      upto[b][k] = run;
    }
    for (k = 1; k < VALUES; k += 3) {
      int half = (int)(bits[b][k] / 2);

      upto[b][k] -= run;
      run += half;
    }
    upto[b][0] += run;
  }
#pragma omp parallel for private(k)
  for (b = 0; b < BUCKETS; b++) {
    double run = 0.5;
    int steps = 0;

    for (k = 0; k < VALUES; k++) {
      level[b][k] = run;
      run += 1.0 / (k + 1);
    }
    for (k = 0; k < VALUES; k++) {
      level[b][k] += steps;
      steps += steps % 7 + 1;
    }
    level[b][0] += run + steps;
  }
#pragma omp parallel for private(k)
  for (b = 0; b < BUCKETS; b++) {
    int most = 0;

    for (k = 0; k < VALUES; k++) {
      int now = (int)(upto[b][k] % 100);

      bits[b][k] += most > now;
      most += now > 50;
    }
    last[b] += most;
  }
  for (b = 0; b < BUCKETS; b++) {
    sum += last[b];
    for (k = 0; k < VALUES; k++) {
      sum += rank[b * VALUES + k] * (k + 1);
      all = all * 31 % 1000003 + upto[b][k] % 1000003 + bits[b][k];
      total += level[b][k];
    }
  }
  printf("%lld %lld %.6f\n", sum, all, total);
  return 0;
}
