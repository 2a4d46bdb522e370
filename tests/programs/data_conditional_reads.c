/* Arrays of a caller's, which no list of memory holds, that are read again under conditions on their elements.
   expect: offloaded=5 */
#include <stdio.h>

#define N 300

static double greatest(const double *a, int n)
{
  double top = -1.0;
#pragma omp parallel for reduction(max : top)
  for (int i = 0; i < n; i++)
    if (a[i] > top)
      top = a[i];
  return top;
}

static double positive(const double *a, int n)
{
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += a[i] > 0.0 ? a[i] : 0.0;
  return sum;
}

static int between(const double *a, int n)
{
  int count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int i = 0; i < n; i++)
    count += a[i] > -0.5 && a[i] < 0.5;
  return count;
}

static void clip(double *a, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    while (a[i] > 0.9)
      a[i] *= 0.9;
}

static double shadowed(const double *a, int n)
{
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    if (a[i] > 0.0) {
      int k = i / 2;
      {
        int i = k;
        sum += a[i];
      }
    }
  return sum;
}

int main(void)
{
  double a[N];
  static double b[N];
  for (int i = 0; i < N; i++) {
    a[i] = (i * 37 % 101) / 50.0 - 1.0;
    b[i] = -a[i];
  }
  printf("%g %g %d\n", greatest(a, N), positive(a, N), between(a, N));
  clip(b, N);
  printf("%g %g %d %g\n", greatest(b, N), positive(b, N), between(b, N), shadowed(a, N));
  return 0;
}
