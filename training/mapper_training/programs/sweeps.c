/* Many sweeps forth and back through a cube by planes i + j + k, in one region: three coupled unknowns a point. */
#include <stdio.h>
#include <stdlib.h>

enum { EDGE = 66 };
static double u[EDGE][EDGE][EDGE][3], f[EDGE][EDGE][EDGE][3];

static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }

static void update(const double x[3], const double y[3], const double z[3], const double right[3], double here[3])
{
  double a[3], sum = 0.0;
  for (int m = 0; m < 3; m++) {
    a[m] = right[m] + 0.2 * (x[m] + y[m] + z[m]) - 0.1 * here[m] * here[(m + 1) % 3];
    sum += a[m] * a[m];
  }
  for (int m = 0; m < 3; m++) here[m] = a[m] / (2.0 + 0.01 * sum);
}

static void relax(int n, int sweeps)
{
#pragma omp parallel
  for (int s = 0; s < sweeps; s++) {
    for (int h = 3; h <= 3 * n; h++) {
#pragma omp for schedule(static)
      for (int k = larger(1, h - 2 * n); k <= smaller(n, h - 2); k++)
        for (int j = larger(1, h - k - n); j <= smaller(n, h - k - 1); j++) {
          int i = h - k - j;
          update(u[k][j][i - 1], u[k][j - 1][i], u[k - 1][j][i], f[k][j][i], u[k][j][i]);
        }
    }
    for (int h = 3 * n; h >= 3; h--) {
#pragma omp for schedule(static)
      for (int k = larger(1, h - 2 * n); k <= smaller(n, h - 2); k++)
        for (int j = larger(1, h - k - n); j <= smaller(n, h - k - 1); j++) {
          int i = h - k - j;
          update(u[k][j][i + 1], u[k][j + 1][i], u[k + 1][j][i], f[k][j][i], u[k][j][i]);
        }
    }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 8, middle = n / 2;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double sum = 0.0;
  if (n + 2 > EDGE) return 1;
  for (int k = 0; k < n + 2; k++)
    for (int j = 0; j < n + 2; j++)
      for (int i = 0; i < n + 2; i++)
        for (int m = 0; m < 3; m++) f[k][j][i][m] = 0.1 * (double)((i + 2 * j + k + m) % 7);
  for (int r = 0; r < repeats; r++) {
    relax(n, touch ? 1 : 50);
    if (touch) {
      f[r % n][middle][middle][0] = 0.3;
      sum += u[middle][middle][middle][1];
    }
  }
  printf("%.8g %.8g\n", sum, u[middle][middle][middle][2]);
  return 0;
}
