/* The end of the program in a function that a loop calls, behind loops whose results only the device has.
 * expect: offloaded=3 flags: -D_DEFAULT_SOURCE */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define N 300

static double v[N], w[N];

static void at_end(int code, void *unused)
{
  double sum = 0;
  int i;

  (void)unused;
  for (i = 0; i < N; i++)
    sum += v[i];
  printf("exit %d, v sums to %g\n", code, sum);
  fflush(stdout);
  _exit(0);
}

static void die(int code, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  exit(code);
}

static double root(double x, int i)
{
  double y = x > 1 ? x : 1;
  int k;

  if (x < 0)
    die(3, "no root of %g, element %d\n", x, i);
  for (k = 0; k < 40; k++)
    y = (y + x / y) / 2;
  return y;
}

int main(void)
{
  int i, round;

  on_exit(at_end, NULL);
  printf("%d elements\n", N);
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    v[i] = 1000 - 2 * i;
    w[i] = v[i];
  }
  for (round = 0; round < 3; round++) {
#pragma omp parallel for
    for (i = 0; i < N; i++)
      w[i] = root(w[i], i) - (i == 123 ? 15 + round : 0);
#pragma omp parallel for
    for (i = 0; i < N; i++)
      v[i] += 1;
  }
  printf("not reached\n");
  return 0;
}
