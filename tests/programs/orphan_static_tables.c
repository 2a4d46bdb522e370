/* Constant static variables in functions and regions that have a second version; a parameter without a declaration.
   expect: offloaded=3
   flags: -std=gnu89 -w */
#include <stdio.h>

#define N 200

static double a[N], b[N];

static double twice(x)
{
  static const int factor[2] = {1, 2};
  return x * factor[x & 1];
}

static void work(int n)
{
  static const double coef[4] = {1, 0.5, 0.25, 0.125};
  static const char *const names[2] = {"even", "odd"};
  int i;
#pragma omp for
  for (i = 0; i < n; i++)
    a[i] = coef[i % 4] * i + twice(i);
#pragma omp single
  printf("%s\n", names[n & 1]);
#pragma omp for
  for (i = 0; i < n; i++) {
    static const double shift[2] = {3, 4};
    b[i] += a[n - 1 - i] + shift[i & 1];
  }
}

int main()
{
  int t, i;
  for (t = 0; t < 3; t++) {
#pragma omp parallel private(i)
    {
      static const int extra = 5;
      work(N - t);
#pragma omp for
      for (i = 0; i < N; i++)
        b[i] *= 1 + 1e-3 * extra;
    }
    printf("%.10g %.10g\n", a[7], b[11]);
  }
  return 0;
}
