/* `sum` brings values from one iteration of the loops over `j` to others */
static double a[400][90];

void f(int n)
{
#pragma omp parallel for
  for (int k = 0; k < 400; k++) {
    double t[90], sum = 0.0;
    for (int j = 0; j < n; j++) {
      sum += a[k][j];
      t[j] = sum;
    }
    for (int j = 0; j < n; j++)
      a[k][j] = t[j] * 0.5;
  }
}
