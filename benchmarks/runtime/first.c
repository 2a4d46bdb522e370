/* first.c: what the decisions of a mapped program take, from the first feature's computation to the answer.
 *
 * Linked with `-Wl,--wrap=__mrt_enter` to an emitted program that calls `mrt_watch` before it computes features
 * (benchmarks.first_decision sees to both).  At exit a line goes to the file that FIRST_DECISION names: nanoseconds and
 * page faults of the first decision, nanoseconds of the slowest of the others, of all, the number of decisions, and the
 * nanoseconds of reading the clock, which are in each of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "__mapper_rt.h"

void mrt_watch(void);
void __real___mrt_enter(struct __mrt_run *run, struct __mrt_region *region, const double *features, const void *const *arrays);
void __wrap___mrt_enter(struct __mrt_run *run, struct __mrt_region *region, const double *features, const void *const *arrays);

static struct {
  long count, faults;
  double began, first, slowest, all;
} seen;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static long faults(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

void mrt_watch(void) {
  if (seen.count == 0)
    seen.faults = faults();
  seen.began = now();
}

void __wrap___mrt_enter(struct __mrt_run *run, struct __mrt_region *region, const double *features,
                      const void *const *arrays) {
  __real___mrt_enter(run, region, features, arrays);
  double took = now() - seen.began;
  if (seen.count++ == 0) {
    seen.faults = faults() - seen.faults;
    seen.first = took;
  } else if (took > seen.slowest)
    seen.slowest = took;
  seen.all += took;
}

/* The least of many. */
static double clock_cost(void) {
  double least = 1e9;
  for (int i = 0; i < 1000; i++) {
    double start = now(), took = now() - start;
    least = took < least ? took : least;
  }
  return least;
}

static void tell(void) {
  const char *path = getenv("FIRST_DECISION");
  FILE *file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL)
    return;
  fprintf(file, "%.0f %ld %.0f %.0f %ld %.0f\n", seen.first, seen.faults, seen.slowest, seen.all, seen.count,
          clock_cost());
  fclose(file);
}

/* The first use of the clocks, and of the memory that keeps times, is not the decision's. */
__attribute__((constructor)) static void prepare(void) {
  seen.faults = faults();
  seen.began = now();
  atexit(tell);
}
