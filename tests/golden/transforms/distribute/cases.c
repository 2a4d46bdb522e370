/* A part that sums and one that subtracts, a value for both parts, inner loops that become one, loops that change
 * places, and refusals. */
static double a[20][30], b[20][30], c[20][30], mean[30];

void columns(int n)
{
#pragma omp parallel for
  for (int j = 0; j < 30; j++) {
    mean[j] = 0.0;
    for (int i = 0; i < n; i++)
      mean[j] += a[i][j];
    for (int i = 0; i < n; i++)
      a[i][j] -= mean[j];
  }
}

void rows(int n, double shift)
{
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++) {
      const double scale = shift + i;
      double last;
      b[i][0] = scale;
      for (int j = 0; j < 30; j++)
        c[i][j] = scale * a[i][j];
      last = c[i][29];
      b[i][1] = last * scale;
    }
#pragma omp for
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < 30; j++)
        a[i][j] += 1.0;
      for (int m = 0; m < 30; m++)
        b[i][m] -= a[i][m];
    }
  }
}

void product(int n)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    for (int j = 0; j < n; j++)
      c[i][j] *= 0.5;
    for (int k = 0; k < 20; k++) {
      double factor = 2.0 * a[i][k];
      for (int j = 0; j < n; j++)
        c[i][j] += factor * b[k][j];
    }
  }
}

double apart(int n)
{
  double total = 0.0;
  int last = 0;
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    double sum = 0.0;
    for (int j = 0; j < n; j++)
      sum += a[i][j];
    for (int j = 0; j < n; j++)
      b[i][j] = a[i][j] - sum;
  }
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 20; i++) {
    total += c[i][0];
    for (int j = 0; j < n; j++)
      c[i][j] += 1.0;
  }
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < 20; i++) {
    last = i;
    a[i][0] = i;
    for (int j = 1; j < n; j++)
      a[i][j] -= a[i][0];
  }
  return total + last;
}
