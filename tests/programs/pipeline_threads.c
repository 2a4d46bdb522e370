/* expect: offloaded=2 kept=K015,K015,K015
 * Threads that wait for their neighbours by number: signals are sent behind the work-shared loops that waits are
 * before.  A function does so around two loops, and all threads call it; a region does so itself, and is kept. */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif

#define N 40
#define PLANES 5

static double a[PLANES][N][N], b[N][N];
static int ready[1024], done[1024];

static void wait_left(int me)
{
  if (me > 0) {
    while (ready[me - 1] == 0) {
#pragma omp flush(ready)
    }
    ready[me - 1] = 0;
#pragma omp flush
  }
}

static void signal_right(int me, int last)
{
  if (me < last) {
#pragma omp flush
    while (ready[me] == 1) {
#pragma omp flush(ready)
    }
    ready[me] = 1;
#pragma omp flush
  }
}

static void plane(int k, int me, int last)
{
  wait_left(me);
#pragma omp for schedule(static) nowait
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N - 1; j++)
      a[k][i][j] = 0.3 * (a[k][i - 1][j + 1] + a[k][i][j - 1] + a[k - 1][i][j]);
#pragma omp for schedule(static) nowait
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N - 1; j++)
      b[i][j] += 0.1 * a[k][i - 1][j] + a[k][i][j];
  signal_right(me, last);
}

int main(void)
{
  double sum = 0;

#pragma omp parallel for
  for (int k = 0; k < PLANES; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[k][i][j] = (i * j + k) % 7;
#pragma omp parallel
  {
    int me = omp_get_thread_num(), last = omp_get_num_threads() - 1;
    ready[me] = done[me] = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        b[i][j] = a[0][i][j] + 1;
    for (int k = 1; k < PLANES; k++)
      plane(k, me, last);
  }
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    if (me > 0)
      while (done[me - 1] == 0) {
#pragma omp flush
      }
#pragma omp for schedule(static) nowait
    for (int i = 1; i < N; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] += 0.3 * b[i - 1][j + 1] + a[PLANES - 1][i][j];
#pragma omp flush
    done[me] = 1;
#pragma omp flush
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += (a[PLANES - 1][i][j] + b[i][j]) * (i + j);
  printf("%.12e\n", sum);
  return 0;
}
