/* Loops of the host's with few iterations, in which the bound's name means another variable, or a pointer that was
 * announced before leads to other memory.  expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40000, FEW = 40, MANY = 90 };

static double numbers[N];
static int at[FEW], many[MANY];

static void step(double *p, double by)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    p[i] += by;
}

int main(int argc, char **argv)
{
  double *memory[2] = {calloc(N, sizeof(double)), calloc(N + 5000, sizeof(double))}, sum = 0, few = 0;
  int n = argc + 2;
  (void)argv;
  for (int i = 0; i < FEW; i++)
    at[i] = (i * 7919 + 3) % N;
  for (int i = 0; i < MANY; i++)
    many[i] = (i * 791 + 3) % N;
  for (int t = 0; t < 5; t++) {
    double *one = memory[t & 1], *other = memory[!(t & 1)], *p = one;
    step(one, t + 1);
    step(other, 2 * t + 1);
    step(numbers, t + 1);
    for (int i = 0; i < MANY; i++)
      sum += p[many[i]] * (i % 3);
    for (int k = 0; k < n; k++) {
      if (k & 1)
        p = one;
      else
        p = other;
      few += p[at[k]];
    }
    for (int k = 0; k < n; k++) {
      int n = 1000 + k;
      few += numbers[at[k] / 2 + n];
      numbers[at[k]] = n;
    }
    step(numbers, 1);
    for (int k = 0; k < n; k++) {
      enum { n = 50 };
      few += numbers[k * k + n];
    }
    step(numbers, 1);
    for (int k = 0; k < n; k++) {
      typedef int n;
      few += numbers[k * k + (n)2.5];
    }
    printf("%.17g %.17g\n", sum, few);
  }
  free(memory[0]);
  free(memory[1]);
  return 0;
}
