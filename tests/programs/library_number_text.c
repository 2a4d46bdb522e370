/* Addresses that are printed as numbers, and read back from the text.  expect: offloaded=4 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100 };

static double a[N], b[N], c[N], d[N];

int main(void)
{
  char first[64], second[64], third[64], fourth[64];
  uintptr_t number;
  sprintf(first, "%s %*d %lx", "at", 5, 1, (unsigned long)(a + 3));
  sprintf(second, "%" PRIuPTR, (uintptr_t)(b + 3));
  snprintf(third, sizeof third, "%p", (void *)(c + 3));
  sprintf(fourth, "%lld", (long long)(intptr_t)d);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    b[i] = i;
    c[i] = i;
    d[i] = i;
  }
  if (sscanf(first, "at 1 %lx", &number) != 1 && sscanf(first, "at %*d %lx", &number) != 1)
    return 1;
  double *of_a = (double *)number;
  double *of_b = (double *)(uintptr_t)strtoull(second, 0, 10);
  double *of_c = (double *)strtol(third, 0, 16);
  double *of_d = (double *)(intptr_t)atoll(fourth);
  of_a[1] = 100;
  of_b[1] = 200;
  of_c[1] = 300;
  of_d[4] = 400;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] *= 2;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    b[i] *= 2;
    c[i] *= 2;
    d[i] *= 2;
  }
  printf("%g %g %g %g\n", a[4], b[4], c[4], d[4]);
  printf("%g %g %g %g\n", of_a[2], of_b[1], of_c[1], of_d[4]);
  return 0;
}
