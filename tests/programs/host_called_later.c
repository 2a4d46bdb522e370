/* Functions that the C library calls later: conversions of printf, and the ones of a stream.
 * expect: offloaded=4 */
#define _GNU_SOURCE
#include <printf.h>
#include <stdio.h>
#include <string.h>

#define N 64

static double w[N], level;
static char out[N];
static size_t at;

static ssize_t put(void *cookie, const char *text, size_t n)
{
  size_t *place = cookie;

  memcpy(out + *place, text, n);
  *place += n;
  return (ssize_t)n;
}

static int show(FILE *stream, const struct printf_info *info, const void *const *values)
{
  int k = *(const int *)values[0];

  (void)info;
  w[k] += 100;
  return fprintf(stream, "<%g>", w[k + 1]);
}

static int size(const struct printf_info *info, size_t n, int *types, int *sizes)
{
  (void)info;
  (void)sizes;
  if (n > 0)
    types[0] = PA_INT;
  return 1;
}

int main(void)
{
  FILE *stream = fopencookie(&at, "w", (cookie_io_functions_t){.write = put});
  const char *format = "%W\n";

  register_printf_specifier('W', show, size);
  for (int r = 0; r < 3; r++) {
    at = 0;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      out[i] = '.';
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      w[i] = i + r;
    fprintf(stream, "hello %d world", r);
    fflush(stream);
    printf(format, 5);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      w[i] *= 2;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      out[i]++;
    level += w[5];
    fwrite(out, 1, 20, stdout);
    printf(" %g\n", level);
  }
  fclose(stream);
  return 0;
}
