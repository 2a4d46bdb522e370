/* A table for each pair of words, in which an element waits for three neighbours; and sweeps over a grid, forth and
 * back; one against the diagonals stays as it is.
 */
void align(int pairs, int n, int m, const short one[][40], const short other[][50], int cost[][41][51])
{
#pragma omp parallel for
  for (int p = 0; p < pairs; p++) {
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= m; j++) {
        int best = cost[p][i - 1][j - 1] + (one[p][i - 1] != other[p][j - 1]);
        if (cost[p][i - 1][j] + 1 < best)
          best = cost[p][i - 1][j] + 1;
        if (cost[p][i][j - 1] + 1 < best)
          best = cost[p][i][j - 1] + 1;
        cost[p][i][j] = best;
      }
  }
}

void relax(int grids, int n, double u[][30][30])
{
  int g, i, j;
  double sum;
#pragma omp parallel for private(i, j, sum)
  for (g = 0; g < grids; g++)
    for (i = 1; i < n - 1; i++)
      for (j = 1; j < n - 1; j++) {
        sum = u[g][i - 1][j] + u[g][i + 1][j] + u[g][i][j - 1] + u[g][i][j + 1];
        u[g][i][j] = 0.25 * sum;
      }
}

void skip(int grids, int n, double u[][30][30])
{
#pragma omp parallel for
  for (int g = 0; g < grids; g++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n - 2; j++)
        u[g][i][j] += 0.5 * u[g][i - 1][j + 2] - 0.25 * u[g][i][j - 1];
}

void back(int grids, int n, double u[][30][30])
{
#pragma omp parallel for
  for (int g = 0; g < grids; g++)
    for (int i = n - 2; i >= 1; i--)
      for (int j = n - 2; j > 0; j--)
        u[g][i][j] = 0.25 * (u[g][i + 1][j] + u[g][i][j + 1]) + 0.5 * u[g][i - 1][j - 1];
}

void across(int grids, int n, double u[][30][30])
{
#pragma omp parallel for
  for (int g = 0; g < grids; g++)
    for (int i = 1; i < n; i++)
      for (int j = n - 1; j > 0; j--)
        u[g][i][j - 1] = 0.5 * u[g][i - 1][j - 1] - 0.25 * u[g][i][j];
}

void against(int grids, int n, double u[][30][30])
{
#pragma omp parallel for
  for (int g = 0; g < grids; g++)
    for (int i = n - 2; i >= 1; i--)
      for (int j = 1; j < n - 1; j++)
        u[g][i][j] = 0.5 * u[g][i][j - 1] - 0.25 * u[g][i + 1][j + 1];
}
