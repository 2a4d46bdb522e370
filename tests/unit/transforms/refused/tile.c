/* the inner loop divides integers */
static int a[900][900], b[900][900], c[900][900];

void f(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i][k] / b[k][j];
      c[i][j] = sum;
    }
}
