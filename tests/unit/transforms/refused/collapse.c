/* the work-items of a row share other loops, too */
static int at[401];
static double v[40000], w[40000], y[400];

void f(int n)
{
#pragma omp parallel for
  for (int k = 0; k < n; k++) {
    double s = 0.0;
    for (int i = at[k]; i < at[k + 1]; i++)
      s += v[i];
    for (int i = at[k]; i < at[k + 1]; i++)
      w[i] = v[i] * s;
    y[k] = s;
  }
}
