/* A sparse matrix by a vector: the lanes add up a row, and the first one stores it. */
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
