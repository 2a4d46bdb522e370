/* Functions and statements that only a team can run: pipelines that wait on flags, tasks, recursion. They stay on the CPU, the
 * loops around them don't.
 * expect: offloaded=3 kept=K001 */
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

#define N 60
#define MOST 64

static double grid[N][N], source[N][N], total;
static int done[MOST], depth;

static int strip(int *first, int *end)
{
  int me = omp_get_thread_num(), threads = omp_get_num_threads();

  *first = 1 + (N - 1) * me / threads;
  *end = 1 + (N - 1) * (me + 1) / threads;
  return me;
}

static void wait_for(int thread, int rows)
{
  int seen;

  do {
#pragma omp flush
#pragma omp atomic read
    seen = done[thread];
  } while (seen < rows);
#pragma omp flush
}

static void sweep(void)
{
  int i, j, first, end, me = strip(&first, &end);

#pragma omp atomic write
  done[me] = 0;
#pragma omp barrier
  for (i = 1; i < N; i++) {
    if (me > 0)
      wait_for(me - 1, i);
    for (j = first; j < end; j++)
      grid[i][j] = 0.4 * (grid[i - 1][j] + grid[i][j - 1]) + source[i][j];
#pragma omp flush
#pragma omp atomic update
    done[me]++;
#pragma omp flush
  }
#pragma omp barrier
}

static void scale(double factor)
{
  int i, j;

#pragma omp for
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      grid[i][j] *= factor;
}

static void tasks(int n)
{
  int i, last = 0;

#pragma omp single
  for (i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
    source[i][i] += 1;
  }
#pragma omp for schedule(static, 4)
  for (i = 0; i < N; i++) {
    source[0][i] += last * 0;
    last = i;
  }
}

static void deep(int n)
{
#pragma omp barrier
#pragma omp single
  depth++;
  if (n > 0)
    deep(n - 1);
}

static void step(int round)
{
  scale(0.9);
  if (round % 2)
    sweep();
  else {
    sweep();
    scale(1.01);
  }
  tasks(round + 3);
}

int main(void)
{
  int i, j, round;
  double sum = 0;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      grid[i][j] = i * j % 7;
      source[i][j] = 0.01 * i;
    }
#pragma omp parallel private(round, i)
  {
    for (round = 0; round < 4; round++) {
      scale(1.5);
      sweep();
#pragma omp for reduction(+ : total)
      for (i = 0; i < N; i++)
        total += grid[i][i];
      step(round);
      if (round == 2) {
        sweep();
        scale(0.5);
      }
      deep(round);
    }
  }
#pragma omp parallel private(i, j)
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int first = 1 + (N - 1) * me / threads, end = 1 + (N - 1) * (me + 1) / threads;

    for (i = 1; i < N; i++) {
      int ready = 1;

      if (me > 0)
        do {
#pragma omp flush
#pragma omp atomic read
          ready = done[me - 1];
        } while (ready < N - 1 + i);
      for (j = first; j < end; j++)
        grid[i][j] += 0.25 * (grid[i - 1][j] + grid[i][j - 1]);
#pragma omp flush
#pragma omp atomic
      done[me]++;
    }
#pragma omp barrier
#pragma omp for
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        source[i][j] += grid[i][j];
  }
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      sum += grid[i][j] * (i - j) + source[i][j];
  printf("%.10g %.10g %d\n", sum, total, depth);
  return 0;
}
