/* no call can be replaced: the functions return early, jump, or are called under conditions */
static double a[40][400], y[40];

static double first(const double *row, int n)
{
  for (int j = 0; j < n; j++)
    if (row[j] > 1.0)
      return row[j];
  return 0.0;
}

static double sum(const double *row, int n)
{
  double s = 0.0;

  for (int j = 0; j < n; j++)
    s += row[j];
  return s;
}

void f(int n)
{
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    y[i] = first(a[i], n) + (i % 3 ? sum(a[i], n) : 1.0);
}
