/* sections in a function that a region calls, and a parallel sections beside it.  expect: offloaded=2 */
#include <stdio.h>

#define N 30

static double a[N], b[N];
static double low, high;

static void bounds(const double *x, int n)
{
  int mine = n - 1;

#pragma omp sections
  {
#pragma omp section
    {
      int k;

      low = x[0];
      for (k = 1; k <= mine; k++)
        if (x[k] < low)
          low = x[k];
    }
#pragma omp section
    {
      int k = mine;

      for (high = x[k]; k >= 0; k--)
        if (x[k] > high)
          high = x[k];
    }
  }
}

int main(void)
{
  int i, one = 0, two = 0;

#pragma omp parallel
  {
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = (i * 17) % 23 - 4.5;
    bounds(a, N);
#pragma omp for
    for (i = 0; i < N; i++)
      b[i] = (a[i] - low) / (high - low);
  }
#pragma omp parallel sections
  {
#pragma omp section
    one = (int)(b[1] * 1000);
#pragma omp section
    two = (int)(b[2] * 1000);
  }
  printf("%.3f %.3f %d %d %.6f\n", low, high, one, two, b[N - 1]);
  return 0;
}
