/* NPB IS: ranks of integer keys, by sorting them into buckets and counting equal keys within each bucket.
 *
 * Written for this project from the specification (NAS reports RNR-94-007, section 2.6, and NAS-95-020).  Each of
 * ITERATIONS iterations changes two keys, finds every key's rank (how many keys are smaller) and looks at the ranks of
 * five keys that the specification names.  One parallel region holds all iterations: every thread counts its share
 * of the keys in a histogram of its own, and prefix sums over the histograms tell it where to put them.
 */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "npb.h"
#include "npbparams.h"

#define KEYS (1L << LOG2_TOTAL_KEYS)
#define MAX_KEY (1 << LOG2_MAX_KEY)
#define BUCKETS (1 << LOG2_BUCKETS)
#define BUCKET_SHIFT (LOG2_MAX_KEY - LOG2_BUCKETS)
#define BUCKET_VALUES (1 << BUCKET_SHIFT) /* different keys that share a bucket */
#define RANDOMS_PER_KEY 4
#define KEYS_PER_SEED 1024
#define TESTS 5
#define SEED 314159265.0

static const int test_index[TESTS] = TEST_INDEX;
static const int test_rank[TESTS] = TEST_RANK;
static const int rank_sign[TESTS] = RANK_SIGN;
static const int rank_shift[TESTS] = RANK_SHIFT;

static int key[KEYS];
static int by_bucket[KEYS];           /* the keys, bucket after bucket */
static int bucket_begin[BUCKETS + 1]; /* bucket b is by_bucket[k], bucket_begin[b] <= k < bucket_begin[b + 1] */
static int rank[MAX_KEY];             /* rank[value]: how many keys are smaller than value */

static int team;                  /* how many threads the region has */
static int (*histogram)[BUCKETS]; /* histogram[thread][bucket]: of the thread's share of the keys */

static int tested_key[TESTS]; /* this iteration's keys at test_index */
static int failures;          /* tested ranks that were wrong */
static long rank_sum;         /* of all tested ranks */

static int most_threads(void)
{
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

static int thread_number(void)
{
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

static int threads_of_team(void)
{
#ifdef _OPENMP
  return omp_get_num_threads();
#else
  return 1;
#endif
}

/* Each key is MAX_KEY times the mean of four random numbers. */
static void make_keys(void)
{
  long block, k;
  int i;
  double state, sum;

#pragma omp parallel for private(k, i, state, sum)
  for (block = 0; block < KEYS / KEYS_PER_SEED; block++) {
    state = SEED;
    randlc(&state, randlc_power(NPB_A, RANDOMS_PER_KEY * KEYS_PER_SEED * block));
    for (k = KEYS_PER_SEED * block; k < KEYS_PER_SEED * (block + 1); k++) {
      sum = 0.0;
      for (i = 0; i < RANDOMS_PER_KEY; i++)
        sum += randlc(&state, NPB_A);
      key[k] = (int)(MAX_KEY / RANDOMS_PER_KEY * sum);
    }
  }
}

static void change_keys(int iteration)
{
  int i;

  key[iteration] = iteration;
  key[iteration + ITERATIONS] = MAX_KEY - iteration;
  for (i = 0; i < TESTS; i++)
    tested_key[i] = key[test_index[i]];
}

static void count_keys(int me)
{
  int b;
  long k;

  for (b = 0; b < BUCKETS; b++)
    histogram[me][b] = 0;
#pragma omp for schedule(static)
  for (k = 0; k < KEYS; k++)
    histogram[me][key[k] >> BUCKET_SHIFT]++;
}

/* Turns counts into places: histogram[t][b] becomes how many keys of bucket b the threads before t have. */
static void place_buckets(void)
{
  int b, t, count, before;

#pragma omp for
  for (b = 0; b < BUCKETS; b++) {
    before = 0;
    for (t = 0; t < team; t++) {
      count = histogram[t][b];
      histogram[t][b] = before;
      before += count;
    }
    bucket_begin[b + 1] = before;
  }

#pragma omp single
  for (b = 0; b < BUCKETS; b++)
    bucket_begin[b + 1] += bucket_begin[b];
}

/* The same static schedule as in count_keys gives each thread the keys that it has counted. */
static void scatter_keys(int me)
{
  int b;
  long k;

#pragma omp for schedule(static)
  for (k = 0; k < KEYS; k++) {
    b = key[k] >> BUCKET_SHIFT;
    by_bucket[bucket_begin[b] + histogram[me][b]++] = key[k];
  }
}

static void rank_buckets(void)
{
  int b, k, value, count, smaller;

#pragma omp for schedule(dynamic)
  for (b = 0; b < BUCKETS; b++) {
    for (value = b * BUCKET_VALUES; value < (b + 1) * BUCKET_VALUES; value++)
      rank[value] = 0;
    for (k = bucket_begin[b]; k < bucket_begin[b + 1]; k++)
      rank[by_bucket[k]]++;
    smaller = bucket_begin[b];
    for (value = b * BUCKET_VALUES; value < (b + 1) * BUCKET_VALUES; value++) {
      count = rank[value];
      rank[value] = smaller;
      smaller += count;
    }
  }
}

static void test_ranks(int iteration)
{
  int i, expected;

  for (i = 0; i < TESTS; i++) {
    expected = test_rank[i] + rank_sign[i] * (iteration + rank_shift[i]);
    rank_sum += rank[tested_key[i]];
    if (rank[tested_key[i]] != expected) {
      failures++;
      printf("Iteration %d: key %d has rank %d, not %d\n", iteration, test_index[i], rank[tested_key[i]], expected);
    }
  }
}

/* One iteration, by all threads of the region. */
static void rank_keys(int iteration)
{
  int me = thread_number();

#pragma omp single
  {
    team = threads_of_team();
    change_keys(iteration);
  }
  count_keys(me);
  place_buckets();
  scatter_keys(me);
  rank_buckets();
#pragma omp master
  test_ranks(iteration);
#pragma omp barrier
}

static void iterate(int iterations)
{
  int iteration;

  failures = 0;
  rank_sum = 0;
#pragma omp parallel default(shared) private(iteration)
  for (iteration = 1; iteration <= iterations; iteration++)
    rank_keys(iteration);
}

/* Puts every key in its place, from the last iteration's ranks; returns how many neighbours are out of order. */
static long sort_keys(void)
{
  int b;
  long k, disorder = 0;

#pragma omp parallel private(b, k)
  {
#pragma omp for schedule(dynamic)
    for (b = 0; b < BUCKETS; b++)
      for (k = bucket_begin[b]; k < bucket_begin[b + 1]; k++)
        key[rank[by_bucket[k]]++] = by_bucket[k];

#pragma omp for reduction(+ : disorder)
    for (k = 1; k < KEYS; k++)
      if (key[k - 1] > key[k])
        disorder++;
  }
  return disorder;
}

int main(void)
{
  long disorder;
  char size[32];
  struct npb_result result = {"IS", CLASS, size, ITERATIONS, 0.0, 0.0, 0};

  histogram = malloc((size_t)most_threads() * sizeof *histogram);
  if (histogram == NULL) {
    fprintf(stderr, "is: out of memory\n");
    return 2;
  }
  make_keys();
  iterate(1); /* one untimed iteration touches all code and data */

  timer_clear(0);
  timer_start(0);
  iterate(ITERATIONS);
  timer_stop(0);

  printf("Checksum = %ld\n", rank_sum);
  disorder = sort_keys();
  printf("Keys out of order = %ld\n", disorder);
  free(histogram);

  snprintf(size, sizeof size, "2^%d", LOG2_TOTAL_KEYS);
  result.seconds = timer_read(0);
  result.mops = (double)ITERATIONS * KEYS / result.seconds * 1e-6;
  result.verified = failures == 0 && disorder == 0;
  return npb_report(&result);
}
