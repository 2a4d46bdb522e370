/* A star around each cell of a volume: its corners are not read, and so not staged. */
static double volume[20][24][70], result[20][24][70];

void star(int n)
{
#pragma omp parallel for collapse(3)
  for (int i = 3; i < n - 3; i++)
    for (int j = 3; j < 21; j++)
      for (int k = 3; k < 67; k++) {
        double sum = volume[i][j][k];
        for (int r = 1; r <= 3; r++)
          sum += (volume[i - r][j][k] + volume[i + r][j][k] + volume[i][j - r][k] + volume[i][j + r][k] +
                  volume[i][j][k - r] + volume[i][j][k + r]) / r;
        result[i][j][k] = sum;
      }
}
