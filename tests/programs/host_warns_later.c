/* `warnx` calls the function that the program has registered for a conversion of `printf`, between launches.
 * expect: offloaded=2 */
#define _GNU_SOURCE
#include <err.h>
#include <printf.h>
#include <stdio.h>

enum { N = 64 };
static double values[N];

static int sizes(const struct printf_info *info, size_t n, int *types, int *bytes)
{
  (void)info;
  if (n > 0) {
    types[0] = PA_INT;
    bytes[0] = sizeof(int);
  }
  return 1;
}

static int grow(FILE *stream, const struct printf_info *info, const void *const *arguments)
{
  (void)info;
  (void)arguments;
  for (int i = 0; i < N; i++)
    values[i] *= 1.5;
  return fputs("grown", stream);
}

int main(void)
{
  const char *format = "%Y";
  FILE *unseen = tmpfile();
  register_printf_specifier('Y', grow, sizes);
  for (int step = 0; step < 3; step++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      values[i] += i;
    FILE *errors = stderr;
    stderr = unseen;
    warnx(format, step);
    stderr = errors;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      values[i] -= 0.25;
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += values[i] * i;
  printf("%.4f\n", sum);
  return 0;
}
