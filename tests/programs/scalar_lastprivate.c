/* Scalars that loops set otherwise than by reductions, between sums that could stay on the device.
   expect: offloaded=7 */
#include <stdio.h>

enum { N = 300 };

static double a[N], b[N];
static double file_last;

static double lastprivate_value(void) {
  double sum = 0, quotient = 0, last = 0, kept = 1;
#pragma omp parallel
  {
    for (int step = 0; step < 3; step++) {
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < N; i++)
        sum += a[i];
#pragma omp single
      quotient = sum / 8;
#pragma omp for lastprivate(last)
      for (int i = 0; i < N; i++) {
        last = a[i] * 0.5 + quotient;
        b[i] = last;
      }
#pragma omp single
      kept = kept + last + quotient;
    }
  }
  return kept + sum;
}

static double lastprivate_of_file(void) {
  double sum = 0, kept = 1;
#pragma omp parallel
  {
    for (int step = 0; step < 3; step++) {
#pragma omp for lastprivate(file_last)
      for (int i = 0; i < N; i++) {
        file_last = a[i] + step;
        b[i] = file_last;
      }
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < N; i++)
        sum += b[i];
#pragma omp single
      kept = kept * 0.5 + file_last + sum;
    }
  }
  return kept;
}

static double one_iteration(void) {
  double sum = 0, found = 0, kept = 1;
#pragma omp parallel
  {
    for (int step = 0; step < 3; step++) {
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < N; i++)
        sum += a[i];
#pragma omp for
      for (int i = 0; i < N; i++)
        if (i == 17 + step)
          found = a[i] + i;
#pragma omp single
      kept = kept * 0.5 + found + sum;
    }
  }
  return kept;
}

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = i % 7;
  printf("%g\n", lastprivate_value());
  printf("%g %g\n", lastprivate_of_file(), file_last);
  printf("%g\n", one_iteration());
  return 0;
}
