/* What the kernels of this folder share: the clock, the number of repetitions, reading results, the printed result.
 *
 * Each program repeats its kernel (twice, or as often as its first argument says) on arrays that the host fills anew.
 * The time of one repetition goes from before the first parallel region until the host has touched every page of the
 * results.  `Seconds` is that of the last repetition, `First` that of the first one.
 */
#ifndef POLYBENCH_H
#define POLYBENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double first_seconds = -1.0, last_seconds, begun;
static volatile double sink;

static inline double seconds_now(void)
{
  struct timespec now;

  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline int repetitions(int count, char **arguments)
{
  int number = count > 1 ? atoi(arguments[1]) : 2;

  if (number < 1) {
    fprintf(stderr, "%s: not a number of repetitions: %s\n", arguments[0], arguments[1]);
    exit(2);
  }
  return number;
}

static inline double *doubles(size_t count)
{
  double *block = malloc(count * sizeof *block);

  if (!block) {
    fprintf(stderr, "out of memory: %zu doubles\n", count);
    exit(1);
  }
  return block;
}

static inline void begin_timing(void)
{
  begun = seconds_now();
}

/* Ends the timed part; its argument is what reading the results gave, which no compiler may leave out. */
static inline void end_timing(double value)
{
  sink = value;
  last_seconds = seconds_now() - begun;
  if (first_seconds < 0.0)
    first_seconds = last_seconds;
}

/* One value of each page. */
static inline double touched(const double *values, size_t count)
{
  double sum = 0.0;
  size_t i;

  for (i = 0; i < count; i += 512)
    sum += values[i];
  return sum + values[count - 1];
}

static inline double checksum_of(const double *values, size_t count)
{
  double sum = 0.0;
  size_t i;

  for (i = 0; i < count; i++)
    sum += values[i] * (double)(i % 7 + 1);
  return sum;
}

static inline int report(const char *name, int size, double checksum)
{
  printf("Benchmark = %s\nSize = %d\nChecksum = %.12e\n", name, size, checksum);
  printf("First = %.6f\nSeconds = %.6f\n", first_seconds, last_seconds);
  return 0;
}

#endif
