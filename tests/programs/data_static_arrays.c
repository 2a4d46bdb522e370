/* Static and global arrays of one to three dimensions, with and without initialisers.  expect: offloaded=2 */
#include <stdio.h>

#define X 6
#define Y 9
#define Z 8

double global[X][Y][Z];
static float single[Y] = {1.5f, 2.5f, -3.5f};
static int start[3][2] = {{1, 2}, {3, 4}, {5, 6}};

int main(void)
{
  static double local[X][Y];
  int i, j, k;

#pragma omp parallel for private(j, k)
  for (i = 0; i < X; i++)
    for (j = 0; j < Y; j++)
      for (k = 0; k < Z; k++)
        global[i][j][k] = single[j] * (float)(k + 1) + start[i % 3][k % 2];
#pragma omp parallel for private(j, k)
  for (i = 0; i < X; i++)
    for (j = 0; j < Y; j++) {
      local[i][j] = 0.0;
      for (k = 0; k < Z; k++)
        local[i][j] += global[i][j][k];
    }
  for (i = 0; i < X; i++)
    printf("%.12g %.12g %.12g\n", local[i][0], local[i][2], local[i][8]);
  return 0;
}
