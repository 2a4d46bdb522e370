/* Loops whose mathematical functions may set `errno`, which the program reads later: they stay on the CPU.

   The read is in the same function, in a caller, in a function that is called, and behind the next iteration of a
   loop around.  Functions that set nothing do not matter, nor do loops behind which `errno` gets another value first.
   expect: offloaded=4 kept=K004,K004,K004,K004,K004
*/
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100 };

static double x[N], y[N];

static int failed(void) {
  int found = errno;
  errno = 0;
  return found == EDOM;
}

static void roots(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = sqrt(x[i]);
}

static void cosines(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = acos(x[i]);
  printf("%d\n", failed());
}

static void exponentials(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = exp(x[i]);
}

static long number(const char *text) {
  errno = 0;
  long found = strtol(text, NULL, 10);
  return errno == ERANGE ? -1 : found;
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = -2 - i % 7;
  errno = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = log(x[i]);
  if (errno == EDOM)
    printf("no logarithm\n");
  errno = 0;
  roots();
  if (y[0] != 0)
    printf("%d\n", failed());
  cosines();
  for (int step = 0; step < 2; step++) {
    printf("before %d: %d\n", step, errno == EDOM);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      y[i] = atanh(x[i]);
  }
  errno = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = asin(x[i]);
  long plain = strtol("12", NULL, 10); /* leaves it alone */
  printf("%ld %d\n", plain, errno == EDOM);
  errno = 0;

  /* Nothing reads what these may leave. */
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += floor(fabs(x[i])) + fmax(x[i], 1.0);
  printf("%.1f %d\n", sum, errno);
  exponentials();
  printf("%ld\n", number("12"));
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += pow(x[i], 2.0);
  FILE *file = fopen("/nowhere/at/all", "r");
  if (file == NULL)
    printf("%d\n", errno == ENOENT);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += log10(-x[i]);
  for (int i = 0; i < N; i++)
    sum += y[i];
  printf("%.9g\n", sum);
  return 0;
}
