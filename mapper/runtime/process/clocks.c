/* clocks.c: the C library's and OpenMP's functions that read clocks, for the program's own calls.
 *
 * Work on the device goes on while the program does: a clock that starts behind a region would count what the region
 * left running.  So the program's calls wait for that first, and cost a look at one variable where there is none. The
 * emitted program gives the functions these names (mapper/emit/host_file/clocks.py).
 */
#include "mrt_process.h"

#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

extern double omp_get_wtime(void) __attribute__((weak)); /* a program that calls it is linked with it */

double mrt_omp_get_wtime(void);
int mrt_clock_gettime(clockid_t which, struct timespec *now);
int mrt_timespec_get(struct timespec *now, int base);
int mrt_gettimeofday(struct timeval *now, void *zone);
time_t mrt_time(time_t *now);
clock_t mrt_clock(void);
clock_t mrt_times(struct tms *now);
int mrt_getrusage(int who, struct rusage *usage);

static void finish(void) {
  MRT_KEEP_THREAD;
  if (!mrt_pending_any() || !mrt_settings()->timers)
    return;
  mrt_lock_memory();
  mrt_settle();
  mrt_pending_wait_all();
  mrt_unlock_memory();
}

double mrt_omp_get_wtime(void) {
  finish();
  return omp_get_wtime();
}

int mrt_clock_gettime(clockid_t which, struct timespec *now) {
  finish();
  return clock_gettime(which, now);
}

int mrt_timespec_get(struct timespec *now, int base) {
  finish();
  return timespec_get(now, base);
}

int mrt_gettimeofday(struct timeval *now, void *zone) {
  finish();
  return gettimeofday(now, zone);
}

time_t mrt_time(time_t *now) {
  finish();
  return time(now);
}

clock_t mrt_clock(void) {
  finish();
  return clock();
}

clock_t mrt_times(struct tms *now) {
  finish();
  return times(now);
}

int mrt_getrusage(int who, struct rusage *usage) {
  finish();
  return getrusage(who, usage);
}
