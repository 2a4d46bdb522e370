/* Products in a part of the iterations: sums that are used in the other part, too, and such that are not.
 * expect: offloaded=2 */
#include <stdio.h>

#define N 70

static double a[N][N], b[N][N], c[N][N], d[N][N];

int main(void)
{
  double sum = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (i * 3 + j) % 11;
      b[i][j] = (i + 5 * j) % 7;
    }
#pragma omp parallel for collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 1;

      if (i > j) {
        for (int k = 0; k < N; k++)
          s += a[i][k] * b[k][j];
        s += 5;
      }
      c[i][j] = s;
    }
#pragma omp parallel for collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 1;

      d[i][j] = s;
      if ((i + j) % 3) {
        for (int k = 0; k < N; k++)
          s += a[i][k] * b[k][j];
        d[i][j] += s;
      }
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += c[i][j] * (i % 5 + 1) * (j % 3) - d[i][j] * (j % 4);
  printf("%.6f\n", sum);
  return 0;
}
