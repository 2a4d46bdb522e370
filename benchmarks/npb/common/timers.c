/* Wall-clock timers.  With NPB_CLOCK in the environment, each one's start is told: a run that is cut off says how far
 * its clock was. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "npb.h"

static double started[NPB_TIMERS];
static double elapsed[NPB_TIMERS];

static double now(void)
{
  struct timespec time;

  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void timer_clear(int timer)
{
  elapsed[timer] = 0.0;
}

void timer_start(int timer)
{
  started[timer] = now();
  if (getenv("NPB_CLOCK") != NULL)
    fprintf(stderr, "clock %d starts at %.6f\n", timer, started[timer]);
}

void timer_stop(int timer)
{
  elapsed[timer] += now() - started[timer];
}

double timer_read(int timer)
{
  return elapsed[timer];
}
