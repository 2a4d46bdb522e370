/* the loop over `j` runs only 6 times */
static double q[900], x[900], sums[900];

void f(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double s = 0.0;
    for (int j = 0; j < 6; j++)
      s += q[j] / (1.0 + x[i] * x[j]);
    sums[i] = s;
  }
}
