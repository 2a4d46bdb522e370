/* Neighbours are far apart in all dimensions: they become those that are nearest. */
static double f[20][30][40][5][5], g[20][30][40][5][5];

void nearest(void)
{
#pragma omp parallel for collapse(3)
  for (int j = 0; j < 30; j++)
    for (int k = 0; k < 40; k++)
      for (int i = 1; i < 19; i++) {
        g[i][j][k][0][1] = f[i - 1][j][k][1][0] + f[i + 1][j][k][4][4];
        g[i][j][k][3][2] = f[i][j][k][2][3];
      }
}
