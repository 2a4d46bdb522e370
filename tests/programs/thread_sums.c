/* Sums that each thread keeps by its number, of iterations that it deals out to itself, or in a variable of its own first.
 * expect: offloaded=6 kept=K014,K014 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif
#include <stdio.h>
#include <stdlib.h>

#define MOST 64
#define N 1003

static double sum[MOST], padded[MOST][8], value[N];
static int count[MOST], rounded[MOST], bins[MOST][4];

static int in_turns(int n)
{
  int threads = 0;

#pragma omp parallel
  {
    int i, id = omp_get_thread_num(), all = omp_get_num_threads();
    double x;
    if (id == 0)
      threads = all;
    for (i = id, sum[id] = 0.0; i < n; i = i + all) {
      x = value[i] + 1;
      sum[id] += x;
      if (x > 3)
        count[id]++;
    }
  }
#pragma omp parallel
  {
    int id = omp_get_thread_num();
    padded[id][0] = 0;
    for (int i = 3 + 2 * id; i <= n - 2; i += 2 * omp_get_num_threads())
      padded[id][0] = padded[id][0] + value[i];
  }
  return threads;
}

static void by_blocks(int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads();
    long low = (long)n * me / all, high = (long)n * (me + 1) / all;
    if (me == all - 1)
      high = n;
    for (long i = low; i < high; i++)
      bins[me][i & 3] += i;
  }
#pragma omp parallel
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads();
    int share = n / all, more = n % all;
    int low = me * share + (me < more ? me : more), high = low + share + (me < more);
    for (int i = low; i < high; i++)
      count[me] += i % 5;
  }
#pragma omp parallel
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads(), share = n / all;
    int low = me * share, high = me == all - 1 ? n : low + share;
    double mine = 0;
    int many = 0;
    for (int i = low; i < high; i++) {
      mine += 2 * value[i];
      many += 3;
    }
    sum[me] = mine;
    count[me + 8] = many;
  }
}

static void shared_out(int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    double mine = 0.0;
#pragma omp for
    for (int i = 0; i < n; i++)
      mine += value[i] * 0.5;
    padded[me][1] = mine;
  }
}

/* what is added is cut off each time, in the thread's order */
static void cut_off(int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads();
    for (int i = me; i < n; i += all)
      rounded[me] += value[i] * 0.7 - 0.2 * (i % 7);
  }
}

/* the loop reads the sums of the last round */
static void from_before(const double *last, int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    double mine = 0.0;
#pragma omp for
    for (int i = 0; i < n; i++)
      mine += value[i] + last[i % 4];
    sum[me] = mine;
  }
}

/* each thread has an array of its own */
static double own_arrays(int n)
{
  double total = 0;

#pragma omp parallel
  {
    double own[MOST] = {0};
    int me = omp_get_thread_num(), all = omp_get_num_threads();
    for (int i = me; i < n; i += all)
      own[me] += value[i];
#pragma omp critical
    total += own[me];
  }
  return total;
}

static void show(int threads)
{
  double total = 0;
  long whole = 0;

  for (int t = 0; t < MOST; t++)
    for (int m = 0; m < 8; m++) {
      total += padded[t][m] + sum[t] * (m == 2);
      whole += count[t] + rounded[t] * (m == 3) + bins[t][m & 3];
    }
  printf("%d %.9g %ld\n", threads > 0, total, whole);
}

int main(void)
{
  for (int i = 0; i < N; i++)
    value[i] = i * 7 % 11;
  for (int n = 0; n <= N; n += N / 3 + 60) {
    show(in_turns(n));
    by_blocks(n);
    show(1);
    shared_out(n);
    show(1);
    from_before(sum, n);
    printf("%.9g\n", own_arrays(n));
  }
  cut_off(N);
  printf("%d\n", rounded[0] != 0);
  return 0;
}
