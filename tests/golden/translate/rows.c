/* Tables of pointers: rows of a grid, the grid also read by a called function. */
static double sum(double ***x, int k, int j, int i)
{
  return x[k][j - 1][i] + x[k][j + 1][i];
}

void relax(double ***x, double ***y, double **weight, int n)
{
#pragma omp parallel for
  for (int k = 0; k < n; k++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 0; i < n; i++)
        y[k][j][i] = weight[k][j] * sum(x, k, j, i);
}
