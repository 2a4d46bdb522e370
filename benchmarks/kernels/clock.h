/* Wall-clock time and the printed result, for the kernels beside this file. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double seconds_now(void)
{
  struct timespec time;

  timespec_get(&time, TIME_UTC);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Argument `number` of the program, or a default; ends the program when it isn't a positive number. */
static inline int size_argument(int count, char **arguments, int number, int otherwise)
{
  char *end;
  long value;

  if (number >= count)
    return otherwise;
  value = strtol(arguments[number], &end, 10);
  if (*end != '\0' || value < 1 || value > 1000000000L) {
    fprintf(stderr, "%s: not a size: %s\n", arguments[0], arguments[number]);
    exit(2);
  }
  return (int)value;
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

static inline void print_result(const char *name, int size, double checksum, double seconds)
{
  printf("Benchmark = %s\nSize = %d\nChecksum = %.12e\nSeconds = %.6f\n", name, size, checksum, seconds);
}

#endif
