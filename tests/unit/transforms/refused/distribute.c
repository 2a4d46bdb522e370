/* the inner loops are too short for launches of their own */
static double a[90][900];

void f(int n)
{
#pragma omp parallel for
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < 90; i++)
      a[i][j] *= 2.0;
    for (int i = 1; i < 90; i++)
      a[i][j] -= a[i - 1][j];
  }
}
