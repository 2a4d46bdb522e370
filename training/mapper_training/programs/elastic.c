/* Elastic waves in a cube: velocities from the slopes of six stresses, and stresses from those of three velocities. */
#include <stdio.h>
#include <stdlib.h>

static void step(int n, double v[3][n][n][n], double s[6][n][n][n])
{
#pragma omp parallel
  {
#pragma omp for
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++) {
          double xx = s[0][k][j][i] - s[0][k][j][i - 1], yy = s[1][k][j][i] - s[1][k][j - 1][i];
          double zz = s[2][k][j][i] - s[2][k - 1][j][i], xy = s[3][k][j + 1][i] - s[3][k][j][i];
          double yx = s[3][k][j][i + 1] - s[3][k][j][i], xz = s[4][k + 1][j][i] - s[4][k][j][i];
          double zx = s[4][k][j][i + 1] - s[4][k][j][i], yz = s[5][k + 1][j][i] - s[5][k][j][i];
          v[0][k][j][i] += 0.1 * (xx + xy + xz);
          v[1][k][j][i] += 0.1 * (yx + yy + yz);
          v[2][k][j][i] += 0.1 * (zx + zz + s[5][k][j + 1][i] - s[5][k][j][i]);
        }
#pragma omp for
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++) {
          double x = v[0][k][j][i + 1] - v[0][k][j][i], y = v[1][k][j + 1][i] - v[1][k][j][i];
          double z = v[2][k + 1][j][i] - v[2][k][j][i];
          s[0][k][j][i] += 0.2 * x + 0.1 * (y + z);
          s[1][k][j][i] += 0.2 * y + 0.1 * (x + z);
          s[2][k][j][i] += 0.2 * z + 0.1 * (x + y);
          s[3][k][j][i] += 0.1 * (v[0][k][j][i] - v[0][k][j - 1][i] + v[1][k][j][i] - v[1][k][j][i - 1]);
          s[4][k][j][i] += 0.1 * (v[0][k][j][i] - v[0][k - 1][j][i] + v[2][k][j][i] - v[2][k][j][i - 1]);
          s[5][k][j][i] += 0.1 * (v[1][k][j][i] - v[1][k - 1][j][i] + v[2][k][j][i] - v[2][k][j - 1][i]);
        }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 8, m = n / 2;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double(*v)[n][n][n] = calloc(3, sizeof *v), (*s)[n][n][n] = calloc(6, sizeof *s), sum = 0.0;
  if (v == NULL || s == NULL) return 1;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) s[k % 6][k][i][i] = 0.01 * (double)((i + k) % 5);
  for (int r = 0; r < repeats; r++) {
    step(n, v, s);
    if (touch) {
      s[0][m][m][m] += 0.1;
      sum += v[1][m][m][m];
    }
  }
  printf("%.8g %.8g\n", sum, v[0][m][m][m] + s[3][m][m][m]);
  free(v);
  free(s);
  return 0;
}
