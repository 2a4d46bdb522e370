/* Loops whose iterations do what nobody knows beforehand: each may be broken off on the CPU, and gives the same results
   when the device runs all of it.  Counters of many types go up and down.  expect: offloaded=9 */
#include <stdio.h>
#include <stdlib.h>

static int length(unsigned long x)
{
  int steps = 0;
  while (x != 1 && steps < 500) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    steps++;
  }
  return steps;
}

static unsigned long sum(const int *values, int n)
{
  unsigned long total = 0;
  for (int i = 0; i < n; i++)
    total = total * 31 + (unsigned long)values[i];
  return total;
}

int main(void)
{
  int n = 6000, most = 0, primes = 7, last = -1;
  unsigned char narrow;
  long total = 100;
  int *out = calloc((size_t)n, sizeof *out);
  unsigned k;

#pragma omp parallel for
  for (int i = 0; i < n; i++)
    out[i] = length((unsigned long)i + 1);
  printf("up %lu\n", sum(out, n));

#pragma omp parallel for schedule(dynamic, 16) reduction(+ : primes, total) reduction(max : most)
  for (int i = 2; i <= n - 1; i += 3) {
    int prime = 1;
    for (int d = 2; d * d <= i; d++)
      if (i % d == 0) {
        prime = 0;
        break;
      }
    primes += prime;
    total += length((unsigned long)i);
    most = length((unsigned long)i) > most ? length((unsigned long)i) : most;
  }
  printf("strided %d %ld %d\n", primes, total, most);

#pragma omp parallel for
  for (long i = n - 1; i >= 0; i--)
    out[i] = 2 * length((unsigned long)i + 7);
  printf("down %lu\n", sum(out, n));

#pragma omp parallel for
  for (k = (unsigned)n; k > 0; k -= 2)
    out[k - 1] = 3 * length(k);
  printf("unsigned down %lu\n", sum(out, n));

#pragma omp parallel for
  for (narrow = 3; narrow < 200; narrow++)
    out[narrow] = length(narrow) + 5;
  printf("narrow %lu\n", sum(out, n));

#pragma omp parallel for lastprivate(last)
  for (size_t i = 10; i != (size_t)n; ++i) {
    last = length(i);
    out[i] = last;
  }
  printf("not equal %lu %d\n", sum(out, n), last);

#pragma omp parallel for collapse(2)
  for (int i = 0; i < n / 60; i++)
    for (int j = 0; j < 60; j++)
      out[60 * i + j] = length((unsigned long)(60 * i + j + 3));
  printf("collapsed %lu\n", sum(out, n));

#pragma omp parallel for
  for (int i = 0; i < n; i++) { /* what it adds to is not the same again */
    if (i % 3 == 0)
      out[i] += length((unsigned long)i + 1);
  }
  printf("added %lu\n", sum(out, n));

#pragma omp parallel for
  for (int i = 0; i < n / 2; i++) { /* reads what another iteration's strip may have written before */
    int steps = 0;
    for (int x = out[n / 2 + i]; x > 0 && steps < 50; x -= 3)
      steps++;
    out[i] = steps;
  }
  printf("halves %lu\n", sum(out, n));
  free(out);
  return 0;
}
