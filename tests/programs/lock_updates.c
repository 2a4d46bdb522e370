/* Locks, one for each bucket, around updates alone: on the device they are atomic.  Where more is done, or the memory is
 * used without the lock, the loop stays.
 *
 * expect: offloaded=6 kept=K015,K015
 */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
typedef int omp_lock_t, omp_nest_lock_t;
#define omp_init_lock(lock) (*(lock) = 0)
#define omp_set_lock(lock) (*(lock) = 1)
#define omp_unset_lock(lock) (*(lock) = 0)
#define omp_destroy_lock(lock) (*(lock) = 0)
#define omp_init_nest_lock(lock) (*(lock) = 0)
#define omp_set_nest_lock(lock) (*(lock) = 1)
#define omp_unset_nest_lock(lock) (*(lock) = 0)
#define omp_destroy_nest_lock(lock) (*(lock) = 0)
#endif

enum { N = 1600, BUCKETS = 32 };

struct bucket {
  omp_lock_t lock;
  int count;
  double sum, highest;
};

static int members[BUCKETS][N], used[BUCKETS], copy[N];

static long marked, marks[4];
static omp_lock_t mark_lock;

static void mark(struct bucket *at, double x, int kind)
{
  double half = x / 2;
  omp_set_lock(&at->lock);
  if (kind > 0)
    half += 1;
  at->sum += half;
  omp_unset_lock(&at->lock);
#pragma omp critical
  marks[kind] += 2;
  omp_set_lock(&mark_lock);
  marked++;
  omp_unset_lock(&mark_lock);
}

int main(void)
{
  omp_lock_t *locks = malloc(BUCKETS * sizeof *locks), one;
  omp_nest_lock_t nested;
  struct bucket *buckets = malloc(BUCKETS * sizeof *buckets);
  int *count = calloc(BUCKETS, sizeof *count), *balance = calloc(BUCKETS, sizeof *balance);
  double *sum = calloc(BUCKETS, sizeof *sum), total = 0;
  int tops = 0, longest = 0, found = 0;
  omp_init_lock(&one);
  omp_init_nest_lock(&nested);
  for (int b = 0; b < BUCKETS; b++) {
    omp_init_lock(&locks[b]);
    omp_init_lock(&buckets[b].lock);
    buckets[b].count = 0;
    buckets[b].sum = buckets[b].highest = -1;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const int b = i * 31 % BUCKETS;
    omp_set_lock(&locks[b]);
    count[b]++;
    sum[b] += 0.5 * i;
    omp_unset_lock(&locks[b]);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct bucket *at = &buckets[i * 7 % BUCKETS];
    const double x = i * 37 % 1001;
    omp_set_lock(&at->lock);
    at->count++;
    at->sum += x;
    if (x > at->highest)
      at->highest = x;
    omp_unset_lock(&at->lock);
  }
  omp_init_lock(&mark_lock);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    mark(&buckets[i % BUCKETS], i % 7, i % 4);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const int from = i % BUCKETS, to = (i + 1 + i % 5) % BUCKETS, first = from < to ? from : to;
    omp_set_lock(&locks[first]);
    omp_set_lock(&locks[from + to - first]);
    balance[from] -= i;
    balance[to] += i;
    omp_unset_lock(&locks[from + to - first]);
    omp_unset_lock(&locks[first]);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    if (i % 3)
      continue;
    omp_set_nest_lock(&nested);
    total += i;
    if (i % 101 > tops)
      tops = i % 101;
    omp_unset_nest_lock(&nested);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const int b = i % BUCKETS;
    omp_set_lock(&locks[b]);
    members[b][used[b]++] = i;
    omp_unset_lock(&locks[b]);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const int b = i % BUCKETS;
    omp_set_lock(&locks[b]);
    count[b]++;
    omp_unset_lock(&locks[b]);
    copy[i] = count[b] > 0;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    omp_set_lock(&one);
    longest = longest * 3 % 1009 + 1;
    omp_unset_lock(&one);
  }
  for (int b = 0; b < BUCKETS; b++) {
    printf("%d %g %d %g %g %d\n", count[b], sum[b], buckets[b].count, buckets[b].sum, buckets[b].highest, balance[b]);
    found += used[b];
    omp_destroy_lock(&locks[b]);
    omp_destroy_lock(&buckets[b].lock);
  }
  for (int i = 0; i < N; i++)
    found += copy[i];
  printf("%g %d %d %d %ld %ld %ld\n", total, tops, longest, found, marked, marks[0], marks[3]);
  omp_destroy_lock(&mark_lock);
  omp_destroy_lock(&one);
  omp_destroy_nest_lock(&nested);
  free(locks);
  free(buckets);
  free(count);
  free(balance);
  free(sum);
  return 0;
}
