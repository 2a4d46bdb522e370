/* One function called with pointers to shared and to private data.  expect: offloaded=1 */
#include <stdio.h>

#define N 32
#define K 5

static double a[N][K], b[N];

static double dot(const double *x, const double *y, int n)
{
  double sum = 0.0;
  int i;

  for (i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

static void fill(double *x, int n, double start)
{
  int i;

  for (i = 0; i < n; i++)
    x[i] = start + i;
}

static void bump(double *value)
{
  *value += 1.0;
}

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    double mine[K];
    double extra = 0.5 * i;

    fill(mine, K, i);
    fill(a[i], K, -i);
    bump(&extra);
    bump(&mine[2]);
    b[i] = dot(mine, a[i], K) + dot(a[i], a[i], K) + dot(mine, mine, 2) + extra;
    bump(&b[i]);
  }
  for (i = 0; i < N; i += 3)
    printf("%.12g %.12g\n", a[i][1], b[i]);
  return 0;
}
