/* no loop finds the same row in each of its iterations for certain */
static int at[90];
static double b[90];

void f(double **a, int n)
{
#pragma omp parallel for
  for (int k = 0; k < n; k++) {
    double s = 0.0;
    for (int i = 0; i < n; i++)
      s = s * 0.5 + a[at[i] + k][1];
    b[k] = s;
  }
}
