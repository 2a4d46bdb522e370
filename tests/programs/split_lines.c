/* Loops along lines whose first and last iterations differ, up and down, with bounds of all kinds.  expect: offloaded=3 */
#include <stdio.h>

#define LINES 12
#define N 30

static double matrix[LINES][N][3], x[LINES][N];

static void solve(double m[N][3], double v[N])
{
  int p;

  for (p = 0; p < N; p++) {
    double factor = 1.0 / m[p][1];

    m[p][2] *= factor;
    v[p] *= factor;
    if (p < N - 1) {
      m[p + 1][1] -= m[p + 1][0] * m[p][2];
      v[p + 1] -= m[p + 1][0] * v[p];
    }
    if (p == N - 1)
      v[p] += 1.0;
  }
  for (p = N - 2; p >= 0; p--) {
    v[p] -= m[p][2] * v[p + 1];
    if (p == 0)
      v[p] *= 2.0;
  }
}

int main(int count, char **arguments)
{
  double sum = 0.0;
  int i, p, from, to;

  (void)arguments;
#pragma omp parallel for private(p)
  for (i = 0; i < LINES; i++)
    for (p = 0; p < N; p++) {
      matrix[i][p][1] = p == 0 || N - 1 == p ? 5.0 : 6.0;
      matrix[i][p][0] = p > 0 ? -1.0 : 0.0;
      if (p >= 1)
        matrix[i][p][0] -= 0.25 * (i % 3);
      matrix[i][p][2] = 0.0;
      if (p + 1 < N)
        matrix[i][p][2] = -1.5;
      x[i][p] = (i * 7 + p * 3) % 11;
    }
#pragma omp parallel for
  for (i = 0; i < LINES; i++)
    solve(matrix[i], x[i]);
  for (from = -1; from < 4; from += 2)
    for (to = 25; to < 34; to += 4) { /* conditions that hold never, always, or between */
      int low = from * count, high = to - 1;
#pragma omp parallel for private(p)
      for (i = 0; i < LINES; i++) {
        double before = 0.0;

        for (p = 1; p < N - 1; p += 1) {
          if (p > low)
            before += x[i][p - 1];
          if (p < high)
            before -= 0.5 * x[i][p + 1];
          if (high <= p)
            before *= 0.5;
          x[i][p] = 0.75 * x[i][p] + 0.125 * before;
        }
      }
    }
  for (i = 0; i < LINES; i++)
    for (p = 0; p < N; p++)
      sum += x[i][p] * (i + 1) * (p % 4 + 1);
  printf("%.12g\n", sum);
  return 0;
}
