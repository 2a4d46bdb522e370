/* Products whose rows are named by pointers and numbers of the iteration.  A batch of products, which may be small,
 * stays as it is. */
void layer(float *out, const float *in, const float *weights, const float *bias, int batch, int times, int from, int to)
{
#pragma omp parallel for collapse(3)
  for (int b = 0; b < batch; b++)
    for (int t = 0; t < times; t++)
      for (int o = 0; o < to; o++) {
        float *result = out + b * times * to + t * to;
        const float *row = &in[b * times * from] + t * from, *weight = weights + o * from;
        float sum = bias[o];
        for (int i = 0; i < from; i++)
          sum += row[i] * weight[i];
        result[o] = sum;
      }
}

void numbers(double *c, const double *a, const double *b, int n)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      unsigned char low = i + 250;
      int at = i * n, place = at + j;
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[at + k] * b[k * n + j] * b[low];
      c[place] = sum;
    }
}

void batch(float *c, const float *a, const float *b, int count, int n)
{
#pragma omp parallel for collapse(3)
  for (int s = 0; s < count; s++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        const float *x = a + (unsigned long)s * n * n, *y = b + (unsigned long)s * n * n;
        float sum = 0;
        for (int k = 0; k < n; k++)
          sum += x[i * n + k] * y[k * n + j];
        c[(s * n + i) * n + j] = sum;
      }
}
