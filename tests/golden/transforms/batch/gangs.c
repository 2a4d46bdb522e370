/* Steps whose iterations are shared out: levels of a triangular system, and columns of sums. */
void solve(int levels, const int *level, const int *order, const int *row, const int *column, const double *a, double *x)
{
  for (int l = 0; l < levels; l++) {
#pragma omp parallel for
    for (int k = level[l]; k < level[l + 1]; k++) {
      int i = order[k];
      double sum = x[i];
      for (int p = row[i]; p < row[i + 1]; p++)
        sum -= a[p] * x[column[p]];
      x[i] = 0.5 * sum;
    }
  }
}

void sums(int n, int m, const double *weight, double *y)
{
  for (int d = 1; d < n; d++) {
#pragma omp parallel for
    for (int i = d; i < n; i++) {
      double sum = 0.0;
      for (int k = 0; k < m; k++)
        sum += weight[k] * y[(d - 1) * m + k];
      y[i * m + d % m] += sum;
    }
  }
}
