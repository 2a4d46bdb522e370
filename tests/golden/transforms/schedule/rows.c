/* Sparse rows of very different mean lengths by one kernel: a sum, and elements that are stored. */
void multiply(int n, const int *row, const int *column, const double *a, const double *x, double *y)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0.0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += a[k] * x[column[k]];
    y[i] = sum;
  }
}

void scale(int n, const long *row, float *a, const float *factor)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (long k = row[i]; k < row[i + 1]; k++)
      a[k] *= factor[i];
}
