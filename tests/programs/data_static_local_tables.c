/* Constant tables that loops and functions declare as static.  expect: offloaded=2 */
#include <stdio.h>

#define N 90

enum { LEFT = 2, RIGHT = 5 };

static double a[N], b[N];

static double weighted(const double *x, int k)
{
  static const double weight[] = {0.5, -1, 1.5 * 2, -(3.0 + 1)};
  static const unsigned char next[2][3] = {{1, 2, 0}, {[1] = LEFT, [2] = RIGHT - 4}};
  static const int count = 3;
  double sum = 0;
  for (int j = 0; j < count; j++)
    sum += weight[next[k & 1][j]] * x[j] + weight[3];
  return sum;
}

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    static const int step[4] = {7, LEFT, 3, ~RIGHT};
    a[i] = step[i % 4] * i;
  }
#pragma omp parallel for
  for (int i = 0; i < N - 3; i++) {
    static const float scale = 0.25f;
    b[i] = scale * weighted(a + i, i);
  }
  for (int i = 0; i < N; i += 6)
    printf("%g %g\n", a[i], b[i]);
  return 0;
}
