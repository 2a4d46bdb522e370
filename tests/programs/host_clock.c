/* Programs that ask for the time behind a region: what the region started has ended by then.
   small: -DN=60  expect: offloaded=1  flags: -D_GNU_SOURCE */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#ifndef ROUNDS
#define ROUNDS 60
#endif
#ifndef N
#define N 2000000
#endif

static double a[N];
static int asked;

static double clock_now(void)
{
  struct timespec time; /* not the function */

  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double wall(void)
{
#ifdef _OPENMP
  double (*now)(void) = omp_get_wtime;
  return now();
#else
  return clock_now();
#endif
}

static void work(int rounds)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double x = a[i];
    for (int k = 0; k < rounds; k++)
      x = x * 0.5 + 1.0;
    a[i] = x;
  }
}

/* Each way to ask once, with work before it. */
static void ask_all(void)
{
  struct timeval day;
  struct timespec base;
  struct tms used;
  struct rusage usage;

  work(1);
  asked += gettimeofday(&day, NULL) == 0;
  work(1);
  asked += timespec_get(&base, TIME_UTC) == TIME_UTC;
  work(1);
  asked += times(&used) != (clock_t)-1;
  work(1);
  asked += getrusage(RUSAGE_SELF, &usage) == 0;
  work(1);
  asked += clock() != (clock_t)-1;
  work(1);
  asked += time(NULL) - day.tv_sec < 1000;
}

int main(void)
{
  double begin, end, after, sum = 0.0;

  ask_all();
  wall();
  begin = clock_now();
  work(ROUNDS);
  end = clock_now();
  after = clock_now();
  while (clock_now() < after)
    continue;
  for (int i = 0; i < N; i++)
    sum += a[i];
  after = clock_now() - after;
  printf("%.12g %d\n", sum, asked);
#ifdef SHOW /* whether the first of two clocks has waited */
  printf("%s\n", after < 0.5 * (end - begin) ? "in time" : "late");
#else
  (void)begin, (void)end;
#endif
  return 0;
}
