/* Assertions and other ends of the program between the loops of a region, also in functions that it calls.
 * expect: offloaded=4 kept=K013 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define N 200

static double a[N], b[N];

static int half(int n)
{
  if (n < 0)
    exit(0);
  return n / 2;
}

static void passed(int n)
{
#pragma omp parallel
  {
    int m = half(n);

    assert(m == 100);
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = i % 17 + m;
    if (m > n)
      abort();
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = 2 * a[n - 1 - i] + 1;
  }
}

static void shown(void)
{
  double sum = 0;

  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 3) - b[i];
  printf("%.1f\n", sum);
}

/* Every thread would print. */
static void spoken(int n)
{
#pragma omp parallel
  {
    if (n > N)
      printf("%d are too many\n", n);
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] += b[i];
  }
}

/* Whether the program ends between two loops is known when it runs. */
static void ended(int n)
{
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = 3 * b[i];
#pragma omp barrier
    if (n == N)
      half(-n);
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = 0;
  }
}

int main(void)
{
  passed(N);
  shown();
  spoken(N);
  shown();
  ended(N - 1); /* which does not end */
  shown();
  return 0;
}
