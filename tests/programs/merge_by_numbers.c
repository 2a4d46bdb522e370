/* What threads merge, a place of an extreme, a histogram, a sum, from loops in which they also use their numbers.
   expect: offloaded=3 kept=K013,K013,K013 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif
#include <stdio.h>
#include <string.h>

#define N 600
#define BINS 8
#define MOST 256

static double x[N], own[MOST][N], f[N], most, second, sum;
static int place, hist[BINS];

static void report(void)
{
  double all = 0;
  int bins = 0;
  for (int i = 0; i < N; i++)
    all += f[i] * (i % 7);
  for (int b = 0; b < BINS; b++)
    bins += hist[b] * (b + 1);
  printf("%g, %g at %d, %.10g, %d, %.10g\n", most, second, place, sum, bins, all);
}

int main(void)
{
  for (int i = 0; i < N; i++)
    x[i] = i * 7919 % 1009 * 0.5;

  for (int turn = 0; turn < 2; turn++) {
#pragma omp parallel num_threads(3)
    {
      int me = omp_get_thread_num();
      double *mine = own[me];
      double top = -1;
      memset(mine, 0, sizeof own[0]);
#pragma omp for
      for (int i = 0; i < N; i++) {
        if (x[i] > top)
          top = x[i];
        mine[i] += x[i];
        mine[i * 7 % N] -= 1;
      }
#pragma omp critical
      if (top > most)
        most = top;
#pragma omp barrier
#pragma omp for
      for (int i = 0; i < N; i++) {
        double all = 0;
        for (int k = 0; k < omp_get_num_threads(); k++)
          all += own[k][i];
        f[i] = all;
      }
    }
    report();

#pragma omp parallel num_threads(3)
    {
      int me = omp_get_thread_num();
      double *mine = own[me];
      double top = -1, total = 0;
      int at = -1, count[BINS] = {0};
      memset(mine, 0, sizeof own[0]);
#pragma omp for schedule(static)
      for (int i = 0; i < N; i++) {
        if (x[i] > top) {
          top = x[i];
          at = i;
        }
        total += x[i];
        count[i % BINS]++;
        mine[i] += x[i];
        mine[i / 2 * 2] -= 1;
      }
#pragma omp critical
      {
        sum += total;
        for (int b = 0; b < BINS; b++)
          hist[b] += count[b];
        if (top > second || (top == second && at < place)) {
          second = top;
          place = at;
        }
      }
#pragma omp barrier
#pragma omp for schedule(static)
      for (int i = 0; i < N; i++)
        f[i] = own[me][i];
    }
    report();

#pragma omp parallel num_threads(3) reduction(+ : sum)
    {
      int me = omp_get_thread_num();
      double *mine = own[me];
      memset(mine, 0, sizeof own[0]);
#pragma omp for
      for (int i = 0; i < N; i++) {
        sum += x[i];
        mine[i] += x[i];
        mine[i * 7 % N] -= 1;
      }
#pragma omp for
      for (int i = 0; i < N; i++) {
        double all = 0;
        for (int k = 0; k < omp_get_num_threads(); k++)
          all += own[k][i];
        f[i] = all;
      }
    }
    report();
    x[N / 2 + turn] += 1000;
  }
  return 0;
}
