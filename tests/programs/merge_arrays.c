/* Threads' own arrays that loops only update, merged by critical or atomic: one array for all threads.  expect: offloaded=7 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define N 3000
#define KEYS 397
#define GROUPS 160
#define D 3

static int key[N], copy[N], rank[KEYS];
static double x[N][D], sums[GROUPS][D];
static long members[GROUPS];
static unsigned masks[1024];
static int least[KEYS], most[KEYS];
static unsigned long long wide[4096];

/* The threads' running sums are added up: they are sums, too. */
static void rank_keys(void)
{
  int own[KEYS];
  int i;

#pragma omp master
  for (i = 0; i < KEYS; i++)
    rank[i] = 0;
#pragma omp barrier
  for (i = 0; i < KEYS; i++)
    own[i] = 0;
#pragma omp for nowait
  for (i = 0; i < N; i++) {
    copy[i] = key[i];
    own[copy[i]]++;
  }
  for (i = 0; i < KEYS - 1; i++)
    own[i + 1] += own[i];
#pragma omp critical
  for (i = 0; i < KEYS; i++)
    rank[i] += own[i];
#pragma omp barrier
}

/* In two dimensions, beside a scalar. */
static double group(void)
{
  double cost = 0;

#pragma omp parallel
  {
    double own[GROUPS][D] = {{0}};
    long count[GROUPS] = {0};
    double mine = 0;

#pragma omp for schedule(static)
    for (int i = 0; i < N; i++) {
      int at = key[i] % GROUPS;

      for (int d = 0; d < D; d++) {
        own[at][d] += x[i][d];
        mine += x[i][d] * 0.5;
      }
      count[at] += 1;
    }
#pragma omp critical
    {
      for (int g = 0; g < GROUPS; g++) {
        for (int d = 0; d < D; d++)
          sums[g][d] += own[g][d];
        members[g] += count[g];
      }
      cost += mine;
    }
  }
  return cost;
}

/* Operators for which it does not matter how often a value is merged. */
static void bounds(void)
{
#pragma omp parallel
  {
    unsigned bits[1024];
    int low[KEYS], high[KEYS];

    memset(bits, 0, sizeof bits);
    for (int k = 0; k < KEYS; k++) {
      low[k] = INT_MAX;
      high[k] = INT_MIN;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      bits[i * 5 & 1023] |= 1u << (i & 31);
#pragma omp critical(bits)
    for (int k = 0; k < 1024; k++)
      masks[k] |= bits[k];
#pragma omp for
    for (int i = 0; i < N; i++) {
      if (i * 7 % 1000 < low[key[i]])
        low[key[i]] = i * 7 % 1000;
      if (i * 7 % 1000 > high[key[i]])
        high[key[i]] = i * 7 % 1000;
    }
#pragma omp critical(bounds)
    for (int k = 0; k < KEYS; k++) {
      if (low[k] < least[k])
        least[k] = low[k];
      if (high[k] > most[k])
        most[k] = high[k];
    }
  }
}

/* More elements than fit into local memory, and merges by atomic updates. */
static void count_wide(void)
{
#pragma omp parallel
  {
    unsigned long long own[4096] = {0};

#pragma omp for
    for (int i = 0; i < N; i++) {
      own[(unsigned)key[i] * 41u % 4096u] += 3;
      own[i & 4095] -= 1;
    }
    for (int k = 0; k < 4096; k++)
#pragma omp atomic
      wide[k] += own[k];
  }
}

/* Every iteration updates all elements: virtual threads have arrays of their own. */
static double moments(void)
{
  static double all[8];
  double total = 0;

#pragma omp parallel
  {
    double own[8] = {0};

#pragma omp for
    for (int i = 0; i < N; i++)
      for (int k = 0; k < 8; k++)
        own[k] += key[i] * (k + 1);
#pragma omp critical
    for (int k = 0; k < 8; k++)
      all[k] += own[k];
  }
  for (int k = 0; k < 8; k++)
    total += all[k];
  return total;
}

/* Values of the array decide: virtual threads, too. */
static int first_seen(void)
{
  static int seen[KEYS];
  int total = 0;

#pragma omp parallel
  {
    int own[KEYS] = {0};

#pragma omp for
    for (int i = 0; i < N; i++)
      if (own[key[i]] == 0)
        own[key[i]] = 1;
#pragma omp critical
    for (int k = 0; k < KEYS; k++)
      if (own[k])
        seen[k] = 1;
  }
  for (int k = 0; k < KEYS; k++)
    total += seen[k];
  return total;
}

int main(void)
{
  double cost;
  unsigned long long folded = 0;

  for (int i = 0; i < N; i++) {
    key[i] = (i * 31 + i / 7) % KEYS;
    for (int d = 0; d < D; d++)
      x[i][d] = (i * (d + 3) % 64) * 0.25;
  }
  for (int k = 0; k < KEYS; k++) {
    least[k] = INT_MAX;
    most[k] = INT_MIN;
  }
  for (int again = 0; again < 2; again++) {
#pragma omp parallel
    rank_keys();
    for (int k = 0; k < KEYS; k += 30)
      printf("%d ", rank[k]);
    cost = group();
    for (int g = 0; g < GROUPS; g += 20)
      printf("\n%ld %g %g %g", members[g], sums[g][0], sums[g][1], sums[g][2]);
    printf(" %g\n", cost);
    bounds();
    for (int k = 0; k < KEYS; k += 25)
      printf("%d %d %x ", least[k], most[k], masks[k]);
    count_wide();
    for (int k = 0; k < 4096; k++)
      folded = folded * 31 + wide[k];
    printf("\n%llu %g %d\n", folded, moments(), first_seen());
  }
  return 0;
}
