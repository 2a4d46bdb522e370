/* the loops over `j` and `k` can't change their order */
static double a[40][400];

void f(int n, int t)
{
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    for (int jt = 1; jt < n; jt += t)
      for (int k = 0; k < n - 1; k++)
        for (int j = jt; j < (n < jt + t ? n : jt + t); j++)
          a[i][9 * j + k] = 0.5 * a[i][9 * j + k - 8];
}
