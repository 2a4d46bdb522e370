/* Arrays of variable size: subscripts are spelled out over the scalars at the bottom. */
static double row_sum(int m, double a[][m], int i)
{
  double sum = 0;
  for (int j = 0; j < m; j++)
    sum += a[i][j];
  return sum;
}

void sums(int n, int m, double (*a)[m], double *out)
{
  float scale[n];
  for (int i = 0; i < n; i++)
    scale[i] = 0.5f * i;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    out[i] = scale[i] * row_sum(m, a, i);
    a[i][0] = *a[i] + a[i][m - 1];
  }
}
