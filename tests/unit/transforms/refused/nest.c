/* iterations of the loop over `j` depend on each other through `a` */
static double a[900][900];

void f(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i][j] += a[i][j - 1];
}
