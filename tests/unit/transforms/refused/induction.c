/* not each iteration steps `p` once, by itself */
static double a[64][64];

void f(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *p = a[i];
    for (int j = 0; j < n; j++)
      if (a[i][j] > 0.0)
        *p++ = a[i][j];
  }
}
