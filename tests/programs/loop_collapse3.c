/* collapse(3), and collapse(2) over a third, sequential loop.  expect: offloaded=2 */
#include <stdio.h>

#define X 7
#define Y 11
#define Z 13

static double a[X][Y][Z], sum[X][Y];

int main(void)
{
  double total = 0.0;

#pragma omp parallel for collapse(3)
  for (int i = 0; i < X; i++)
    for (int j = 0; j < Y; j++)
      for (long k = 0; k < Z; k++)
        a[i][j][k] = i + 0.5 * j - 0.125 * (double)k;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < X; i++)
    for (int j = 0; j < Y; j++) {
      sum[i][j] = 0.0;
      for (int k = 0; k < Z; k++)
        sum[i][j] += a[i][j][k];
    }
  for (int i = 0; i < X; i++)
    for (int j = 0; j < Y; j++)
      total += sum[i][j] * (i - j);
  printf("%.12g %.12g %.12g\n", a[6][10][12], sum[3][4], total);
  return 0;
}
