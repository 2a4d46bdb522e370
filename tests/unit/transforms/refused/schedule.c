/* local memory holds arrays of each row, for one number of rows */
static double v[90000];
static int at[401];

void f(void)
{
#pragma omp parallel for
  for (int k = 0; k < 400; k++) {
    double line[90];
    for (int i = 0; i < 90; i++)
      line[i] = v[i + k];
    for (int i = at[k]; i < at[k + 1]; i++)
      v[i] = line[i % 90];
  }
}
