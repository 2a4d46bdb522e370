/* Running sums that the host forms between loops, over integers of two sizes and from either side, and some that are none.
 * expect: offloaded=6 */
#include <stdio.h>

#define N 1500

static int part[N + 1], early[N];
static unsigned long wide[N + 1];
static int gaps[N], twice[N];
static double real[N];

static void step(int round)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp for
    for (i = 0; i <= N; i++) {
      part[i] = (i * 7 + round) % 11 - 4;
      wide[i] = (unsigned long)i * 1000003ul + round;
    }
#pragma omp for
    for (i = 0; i < N; i++) {
      early[i] = i % 5 - round;
      gaps[i] = i % 3;
      twice[i] = i;
      real[i] = 0.5 * (i % 7);
    }
#pragma omp single
    for (i = 0; i < N; i++)
      part[i + 1] += part[i];
#pragma omp for
    for (i = 0; i < N; i++)
      early[i] += part[i + 1] % 3;
#pragma omp single
    {
      for (i = 100; i < N; i++)
        early[i] += early[i - 1];
    }
#pragma omp single
    for (i = 0; i < N - 7; ++i)
      wide[i + 1] += wide[i];
#pragma omp single
    for (i = 0; i < N - 2; i++)
      gaps[i + 2] += gaps[i];
#pragma omp single
    for (i = 1; i < N; i++)
      twice[i] += twice[i];
#pragma omp single
    for (i = 1; i < N; i++)
      real[i] += real[i - 1];
#pragma omp for
    for (i = 0; i < N; i++) {
      part[i] += early[i];
      wide[i] += (unsigned long)gaps[i];
      real[i] += twice[i];
    }
  }
}

static int last_counter(void)
{
  int i, at = -1;

#pragma omp parallel private(i) shared(at)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      part[i] = i;
#pragma omp single
    for (at = 0; at < 900; at++)
      part[at + 1] += part[at];
#pragma omp for
    for (i = 0; i < N; i++)
      early[i] = part[i];
  }
  return at;
}

int main(void)
{
  long sum = 0;
  unsigned long mixed = 0;
  double all = 0.0;

  for (int round = 0; round < 3; round++) {
    step(round);
    for (int i = 0; i < N; i++) {
      sum += (long)(i % 13 + 1) * (part[i] + 3 * early[i] + gaps[i] + twice[i]);
      mixed = mixed * 31 + wide[i];
      all += real[i] * (i % 5);
    }
    printf("%ld %lu %.1f\n", sum, mixed, all);
  }
  printf("%d", last_counter());
  for (int i = 0; i < 12; i++)
    printf(" %d", early[i]);
  printf("\n");
  return 0;
}
