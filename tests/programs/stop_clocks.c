/* Iterations that ask for the time under a condition, and timers of each thread that only such iterations use: where
   the CPU runs these, the threads' counts go on.  Kept is a loop that asks in each iteration, and one beside code that
   starts the counts of all threads again.
   expect: offloaded=4 kept=K004,K014 */
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

#define N 2000

static double started[4], elapsed[4];
static long count[4], turns;
#pragma omp threadprivate(started, elapsed, count, turns)

static double a[N], b[N];
static int timed;

static double seconds(void)
{
  struct timeval now;

  gettimeofday(&now, NULL);
  return (double)now.tv_sec + 1e-6 * (double)now.tv_usec;
}

static void start(int n) { started[n] = seconds(); }

static void stop(int n)
{
  elapsed[n] += seconds() - started[n];
  count[n]++;
}

static void alone(void)
{
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    if (timed)
      start(1);
    a[i] = 0.5 * i;
    if (timed)
      stop(1);
  }
}

static double together(void)
{
  double sum = 0;

#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i];
#pragma omp for schedule(static) reduction(+ : sum)
    for (int i = 0; i < N; i++) {
      if (timed)
        start(2);
      sum += a[i] + 2 * b[i];
      if (timed)
        stop(2);
    }
  }
  return sum;
}

static void kept(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += clock() == 0 ? 1 : 1;
#pragma omp parallel
  {
    turns = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++) {
      if (timed && clock() + 1 > 0)
        turns++;
      b[i] += a[i];
    }
  }
}

static void limited(double most)
{
  const double begin = seconds();
  int late = 0;

#pragma omp parallel for reduction(+ : late)
  for (int i = 0; i < N; i++) {
    b[i] += 1;
    if (b[i] > most && seconds() - begin > 1e6)
      late++;
  }
  printf("%d\n", late);
}

int main(void)
{
  double sum = 0;

  for (timed = 0; timed < 3; timed++) {
    long all[4] = {0, 0, 0, 0};

    alone();
    printf("%.1f\n", together());
    kept();
    limited(timed ? 0 : 1e9);
#pragma omp parallel
    {
#pragma omp critical
      {
        all[1] += count[1];
        all[2] += count[2];
        all[3] += turns;
      }
    }
    printf("%ld %ld %ld\n", all[1], all[2], all[3]);
    for (int i = 0; i < N; i++)
      sum += a[i] - b[i];
    printf("%.1f\n", sum);
  }
  return elapsed[1] < 0 || elapsed[2] < 0;
}
