/* Pointers that are printed, and read back from the text.  expect: offloaded=1 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static void scale(double *values, double factor)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    values[i] *= factor;
}

static void to_text(char *text, size_t size, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  vsnprintf(text, size, format, list);
  va_end(list);
}

static void from_text(const char *text, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  if (vsscanf(text, format, list) != 1)
    exit(1);
  va_end(list);
}

int main(void)
{
  double *values = malloc(N * sizeof *values), *other = malloc(N * sizeof *other);
  for (int i = 0; i < N; i++) {
    values[i] = i;
    other[i] = i * 0.5;
  }
  char text[64];
  void *again, *once_more;
  sprintf(text, "at %p", (void *)values);
  scale(values, 2);
  if (sscanf(text, "at %p", &again) != 1)
    return 1;
  ((double *)again)[30] = -1;
  scale(values, 3);
  printf("%g %g\n", ((double *)again)[30], ((double *)again)[31]);

  to_text(text, sizeof text, "%20p", (void *)other);
  scale(other, 2);
  from_text(text, "%p", &once_more);
  ((double *)once_more)[7] += 1;
  scale(other, 2);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += ((double *)once_more)[i] - values[i];
  printf("%.9g\n", sum);
  free(values);
  free(other);
  return 0;
}
