/* Threadprivate timers that `master` starts and stops between work-shared loops, and that all threads clear: the
   initial thread alone reads its copy.  Kept are loops beside a count that `single` changes, as nothing says in which
   thread, and beside one that all threads read behind `master`.
   expect: offloaded=4 kept=K013,K013 */
#include <stdio.h>
#include <time.h>

enum { N = 500 };

static double elapsed[4], start[4];
static int starts;
#pragma omp threadprivate(elapsed, start, starts)
static int turns, steps;
#pragma omp threadprivate(turns, steps)

static double u[N], v[N];
static int timed;

static void start_timer(int n)
{
  start[n] = (double)clock();
  starts += 1;
}

static void stop_timer(int n)
{
  double passed = (double)clock() - start[n];

  elapsed[n] += passed;
}

static void clear(void)
{
#pragma omp parallel
  {
    elapsed[1] = elapsed[2] = 0;
    starts = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      u[i] = i;
  }
}

static void smooth(void)
{
  if (timed)
    start_timer(0);
#pragma omp parallel default(shared)
  {
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      v[i] = i % 9;
#pragma omp master
    if (timed)
      start_timer(1);
#pragma omp for
    for (int i = 0; i < N; i++)
      v[i] += .5 * u[N - 1 - i];
#pragma omp master
    if (timed) {
      stop_timer(1);
      start_timer(2);
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      u[i] += v[i];
#pragma omp master
    if (timed)
      stop_timer(2);
  }
  if (timed)
    stop_timer(0);
}

/* Kept: whichever thread comes first changes its own. */
static void by_any(void)
{
#pragma omp parallel
  {
#pragma omp single
    turns++;
#pragma omp for
    for (int i = 0; i < N; i++)
      u[i] -= 1;
#pragma omp master
    u[0] += turns > 5;
  }
}

/* Kept: the threads have different values. */
static void by_all(void)
{
#pragma omp parallel
  {
#pragma omp master
    steps = 1;
#pragma omp for
    for (int i = 0; i < N; i++)
      v[i] += steps;
  }
}

int main(void)
{
  double sum = 0;

  timed = N > 0;
  clear();
  for (int n = 0; n < 3; n++)
    smooth();
  printf("%d %d\n", starts, elapsed[0] >= elapsed[1] + elapsed[2] && elapsed[2] >= 0);
  by_any();
#pragma omp parallel
  steps = 1;
  by_all();
  for (int i = 0; i < N; i++)
    sum += u[i] + v[i] * i;
  printf("%g\n", sum);
  return 0;
}
