/* More loops than the ND-range has dimensions: one dimension, and the counters by division. */
void fill(int n, int m, double *a)
{
#pragma omp parallel for collapse(4)
  for (int i = 0; i < n; i++)
    for (long j = 1; j <= m; j++)
      for (unsigned k = 0; k < 3; k++)
        for (int l = 5; l > 0; l--)
          a[((i * m + j - 1) * 3 + k) * 5 + l - 1] = i + 10 * j + 100 * k + 1000 * l;
}
