/* Rows of elements: a sum, elements that are stored, and several sums with conditions; bounds of all types. */
static double factor_of[1 << 16], weight[1 << 16];
static float stored[1 << 16];

void multiply(int n, const int *restrict row, const int *restrict column, const double *restrict a,
              const double *restrict x, double *restrict y)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0.5;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += a[k] * x[column[k]];
    y[i] = sum;
  }
}

void scale(int first, int n, const long *restrict row)
{
#pragma omp parallel for
  for (int i = first; i < n; i++) {
    double factor = factor_of[i];
    for (long k = row[i]; k < row[i + 1]; k++)
      stored[k] = factor * weight[k] + i;
  }
}

void extremes(int n, const unsigned *restrict end, const int *restrict column, const float *restrict a,
              float *restrict least, float *restrict most, long *restrict count)
{
  unsigned k;
#pragma omp parallel for private(k)
  for (int i = 1; i <= n; i++) {
    float low = 1e30f, high = -1e30f;
    long found = 0;
    for (k = end[i - 1]; k < end[i]; k++) {
      if (column[k] == i)
        continue;
      low = a[k] < low ? a[k] : low;
      high = a[k] > high ? a[k] : high;
      found++;
    }
    least[i] = low;
    most[i] = high;
    count[i] += found;
  }
}

/* The elements need what only a loop of their row tells. */
void refused(int n, const int *restrict row, const double *restrict a, double *restrict y)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double scale = 1.0, sum = 0.0;
    for (int j = 0; j < 5; j++)
      scale = scale * 0.5 + i;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += a[k] * scale;
    y[i] = sum;
  }
}
