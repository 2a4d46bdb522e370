/* What threads compute from their numbers first of all: their parts of arrays, rows that start at 1; used between loops, in loops,
 * in functions, and with `critical`.
 * expect: offloaded=6 kept=K013,K013 */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void)
{
  return 0;
}

static int omp_get_num_threads(void)
{
  return 1;
}
#endif

#define N 1003
#define MOST 64
#define BINS 7

static double a[N], b[N];
static int rows[MOST + 1][BINS], owner[N], from[MOST + 2], wrong, seen;
static long sums[MOST + 1];

static void count(int me, const int *keys, int n)
{
  const int row = me + 1;
  int i;

  for (i = 0; i < BINS; i++)
    rows[row][i] = 0;
#pragma omp for schedule(static)
  for (i = 0; i < n; i++)
    rows[row][keys[i] % BINS]++;
}

int main(void)
{
  int i, t, n = N, greatest = -1, team = 0;
  double sum = 0;
  long total = 0;

#pragma omp parallel private(i) firstprivate(n)
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int chunk = n / threads, low = me * chunk, high, tag = (me + 1) * 10;
    double weight = me == 0 ? 1 : 0.5 + 0.5 * (low >= 0);

    high = low + chunk;
    if (me == threads - 1)
      high = n;
    from[me] = low;
    from[me + 1] = high;
    for (i = low; i < high; i++)
      a[i] = i * weight;
#pragma omp barrier
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      owner[i] = tag / 10 - 1;
#pragma omp for
    for (i = 0; i < N; i++)
      b[i] = a[N - 1 - i] + i;
    for (i = high - 1; i >= low; i--)
      a[i] += b[i];
#pragma omp barrier
#pragma omp critical
    {
      if (me > greatest)
        greatest = me;
      seen += high - low;
    }
#pragma omp single
    team = threads;
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      sums[tag / 10] += i;
  }
  for (t = 0; t < team; t++)
    wrong += from[t] != t * (N / team);
  wrong += from[team] != N || greatest != team - 1 || seen != N || owner[N - 1] != team - 1;
#pragma omp parallel
  {
    int me = omp_get_thread_num();

    count(me, owner, N);
  }
  for (t = 1; t <= team; t++)
    for (i = 0; i < BINS; i++)
      total += (long)rows[t][i] + sums[t] % 2000000;
#pragma omp parallel private(i)
  {
    int me = omp_get_thread_num(), part = me + 1;

#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      owner[i] = part;
    part = part * 2; /* another value from here on */
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      wrong += owner[i] * 2 != part;
  }
#pragma omp parallel private(i)
  {
    int me = omp_get_thread_num() * 3;
    int next = me + 1;

#pragma omp for schedule(static) nowait
    for (i = 0; i < N; i++)
      owner[i] = next - me;
#pragma omp for schedule(static) nowait
    for (i = 0; i < N; i++)
      owner[i] += me / 3 == omp_get_thread_num();
  }
  for (i = 0; i < N; i++) {
    sum += a[i] * (i % 5) + b[i];
    wrong += owner[i] != 2;
  }
  printf("%.1f %ld %d\n", sum, total, wrong);
  return 0;
}
