/* A matrix product: what depends on one counter only is computed when it is staged. */
static double a[100][100], b[100][100], c[100][100];

void f(int n, double scale)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0.0;
      for (int k = 0; k < n; k++)
        sum += scale * a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
