/* iterations over i and j depend on those of later diagonals */
static double a[40][90][90];

void f(int n)
{
#pragma omp parallel for
  for (int k = 0; k < 40; k++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n - 2; j++)
        a[k][i][j] += a[k][i - 1][j + 2] + a[k][i][j - 1];
}
