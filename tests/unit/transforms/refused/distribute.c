/* the loop reduces */
static double a[900][900], s;

void f(int n)
{
#pragma omp parallel for reduction(+ : s)
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      a[i][j] *= 2.0;
    for (int i = 1; i < n; i++)
      a[i][j] -= a[i - 1][j];
    s += a[n - 1][j];
  }
}
