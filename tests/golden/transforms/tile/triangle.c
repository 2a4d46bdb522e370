/* A triangle of a product with the transpose, backwards; the counter's last value is used. */
static float a[100][100], c[100][100];

void f(int n)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j <= i) {
        float sum = 0.0f;
        int k;
        for (k = n - 1; k >= 0; k -= 2)
          sum += a[k][i] * a[k][j];
        c[i][j] = sum + k;
      }
}
