/* `a` would be [400][400], but a part of `a` is used as a pointer */
static double a[400][400], b[400];

static double element(const double *row, int n) { return *(row + n); }

void f(int n)
{
  for (int t = 0; t < 100; t++) {
#pragma omp parallel for
    for (int k = 0; k < 400; k++) {
      double s = 0.0;
      for (int i = 0; i < 400; i++)
        s = s * 0.5 + a[k][i];
      b[k] = s;
    }
  }
#pragma omp parallel for
  for (int k = 0; k < 400; k++)
    b[k] += element(a[k], n);
}
