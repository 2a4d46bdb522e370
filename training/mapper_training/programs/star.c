/* Sound in a cube: a star of 25 points, its four neighbours on each side along each axis, in double precision. */
#include <stdio.h>
#include <stdlib.h>

static void step(int n, double speed[n][n][n], double now[n][n][n], double next[n][n][n])
{
#pragma omp parallel for
  for (int k = 4; k < n - 4; k++)
    for (int j = 4; j < n - 4; j++)
      for (int i = 4; i < n - 4; i++) {
        double near = now[k][j][i - 1] + now[k][j][i + 1] + now[k][j - 1][i] + now[k][j + 1][i] + now[k - 1][j][i];
        double second = now[k][j][i - 2] + now[k][j][i + 2] + now[k][j - 2][i] + now[k][j + 2][i] + now[k - 2][j][i];
        double third = now[k][j][i - 3] + now[k][j][i + 3] + now[k][j - 3][i] + now[k][j + 3][i] + now[k - 3][j][i];
        double last = now[k][j][i - 4] + now[k][j][i + 4] + now[k][j - 4][i] + now[k][j + 4][i] + now[k - 4][j][i];
        double sum = 1.6 * (near + now[k + 1][j][i]) - 0.2 * (second + now[k + 2][j][i]) - 8.5 * now[k][j][i];
        sum += 0.025 * (third + now[k + 3][j][i]) - 0.0018 * (last + now[k + 4][j][i]);
        next[k][j][i] = 2.0 * now[k][j][i] - next[k][j][i] + speed[k][j][i] * sum;
      }
}

int main(int argc, char **argv)
{
  int n = 8 + (argc > 1 ? atoi(argv[1]) : 8), middle = n / 2;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double(*speed)[n][n] = malloc((size_t)n * sizeof *speed), sum = 0.0;
  double(*now)[n][n] = calloc((size_t)n, sizeof *now), (*next)[n][n] = calloc((size_t)n, sizeof *next);
  if (speed == NULL || now == NULL || next == NULL) return 1;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) speed[k][j][i] = 0.01 + 0.001 * (double)(i % 3);
  now[middle][middle][middle] = 1.0;
  for (int r = 0; r < repeats; r++) {
    step(n, speed, r % 2 ? next : now, r % 2 ? now : next);
    if (touch) {
      now[middle][middle][middle] += 0.5;
      sum += next[middle][middle][middle + 1];
    }
  }
  printf("%.9g %.9g\n", sum, now[middle][middle][middle]);
  free(speed);
  free(now);
  free(next);
  return 0;
}
