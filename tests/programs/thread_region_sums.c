/* Threadprivate sums that each region sets first and merges at its end, and others whose values live on.
 * expect: offloaded=5 kept=K002,K013,K013,K013,K013 */
#include <stdio.h>

#define N 20000

static double sum, most;
static long count;
static __thread double scratch;
static double lasting, seen, pointed, inner;
#pragma omp threadprivate(sum, most, count, lasting, seen, pointed, inner)

static double a[N], b[N];

static double squares(void)
{
  double total = 0;
#pragma omp parallel
  {
    inner = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      inner += a[i] * a[i];
#pragma omp atomic
    total += inner;
  }
  return total;
}

int main(void)
{
  double total = 0, largest = 0, *p = &pointed;
  long found = 0;

  for (int i = 0; i < N; i++)
    a[i] = i % 17;
#pragma omp parallel
  {
    sum = 0;
    count = 0;
    most = -1;
#pragma omp for
    for (int i = 0; i < N; i++) {
      sum += a[i];
      if (a[i] > 3)
        count++;
      if (a[i] > most)
        most = a[i];
    }
#pragma omp critical
    {
      total += sum;
      found += count;
      if (most > largest)
        largest = most;
    }
  }
  printf("%g %ld %g\n", total, found, largest);
#pragma omp parallel
  {
    sum = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      sum += a[i] * 2;
#pragma omp for ordered
    for (int i = 1; i < N; i++) {
#pragma omp ordered
      b[i] = b[i - 1] + 0.25;
    }
#pragma omp atomic
    total += sum;
  }
  printf("%g %g\n", total, b[N - 1]);
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] += a[i];
    scratch = 2;
#pragma omp for
    for (int i = 0; i < N; i++) {
      b[i] *= scratch;
    }
#pragma omp for
    for (int i = 0; i < N; i++) {
      scratch = a[i];
      b[i] += scratch * scratch;
    }
  }
  printf("%g %g\n", b[5], b[N - 2]);
  for (int round = 0; round < 2; round++) {
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(static)
      for (int i = 0; i < N; i++)
        lasting += a[i];
#pragma omp critical
      total += lasting;
    }
  }
#pragma omp parallel num_threads(2)
  {
    seen = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      seen += a[i];
#pragma omp critical
    total += seen;
  }
  printf("%g %d\n", total, seen > 0);
#pragma omp parallel num_threads(2)
  {
    pointed = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      pointed += a[i];
#pragma omp critical
    total += pointed;
  }
  printf("%g %d\n", total, *p > 0);
#pragma omp parallel num_threads(2)
  {
    inner = 100;
#pragma omp single
    total += squares() / 1024;
#pragma omp critical
    total += inner < 100;
  }
  printf("%g\n", total);
  return 0;
}
