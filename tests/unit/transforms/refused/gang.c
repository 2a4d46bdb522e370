/* no inner loop is parallel */
static double a[900][900];

void f(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 1; j < n; j++)
      a[i][j] += a[i][j - 1];
    a[i][0] = 1.0;
  }
}
