/* errno is what the program left there, whatever its loops and the accesses to their results ask of the system.  expect: offloaded=2 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 5000 };

static double a[N];

static double sum(const double *values)
{
  double total = 0.0;
  for (int i = 0; i < N; i++)
    total += values[i];
  return total;
}

int main(void)
{
  int first = errno;
  char *end;
  double *b = malloc(N * sizeof *b);

  if (b == NULL)
    return 1;
  errno = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = i * 0.5;
  int after = errno;
  for (int step = 0; step < 3; step++) {
    long large = strtol("99999999999999999999", &end, 10);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] = a[i] + step;
    printf("%d %d %.1f\n", large > 0, errno == ERANGE, sum(b));
    errno = 0;
    a[step] += 1;
    printf("%d %.1f %d\n", errno, sum(a), errno);
  }
  free(b);
  printf("%d %d %d\n", first, after, errno);
  return 0;
}
