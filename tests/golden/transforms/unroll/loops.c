/* A long loop around a short and an inner one, a while loop, and a loop that is no block. */
static double power(double x, int n)
{
  double result = 1.0;
  while (n-- > 0)
    result *= x;
  return result;
}

void f(int n, double a[100][100], double *sum)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    double s = 0.0;
    for (int j = 0; j < 100; j++) {
      for (int m = 0; m < 5; m++)
        s += a[i][j] * m;
      if (s > 1.0)
        for (int k = 0; k < n; k++)
          s -= power(a[i][k], k);
    }
    sum[i] = s;
  }
}
