/* Variables of one section, which the program walks from its beginning to its end.  expect: offloaded=3 */
#include <stdio.h>

#define N 300
#define LISTED __attribute__((section("listed"), used, aligned(8)))

static double first[N] LISTED;
LISTED static double second[N], third[2];
static double fourth[N] LISTED = {4}, apart[N];
extern double __start_listed[], __stop_listed[];

static double sum(const double *from, const double *to)
{
  double found = 0;
  for (const double *p = from; p < to; p++)
    found += *p;
  return found;
}

int main(void)
{
  for (int round = 0; round < 3; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      first[i] += i;
      apart[i] = i;
    }
    printf("%g\n", sum(__start_listed, __stop_listed));
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      second[i] += first[i];
      fourth[i] += 1;
    }
    for (double *p = __start_listed; p < __stop_listed; p++)
      *p *= 0.5;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      apart[i] += first[i] + second[i] + fourth[i];
    third[0] = 1;
    printf("%g %g\n", sum(__start_listed, __stop_listed), sum(apart, apart + N));
  }
  return 0;
}
