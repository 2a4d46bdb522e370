/* A part that sums and one that subtracts, values for several parts, inner loops that become one, loops that change
 * places, parts that reduce, iterations' own arrays, and refusals. */
static double a[1100][20], b[1100][20], c[20][20], mean[20];

void columns(int n)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    mean[i] = 0.0;
    for (int j = 0; j < n; j++)
      mean[i] += a[j][i];
    for (int j = 0; j < n; j++)
      a[j][i] -= mean[i];
  }
}

void scaled(int first, double shift)
{
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = first; i < 20; i++) {
      const double scale = shift + i;
      double last = 0.0;
      for (int j = 0; j < 1100; j++)
        last += a[j][i];
      mean[i] = scale;
      for (int j = 0; j < 1100; j++)
        b[j][i] = scale * a[j][i] - last;
    }
#pragma omp for
    for (int i = first; i < 20; i++) {
      for (int j = 0; j < 30; j++)
        a[j][i] += 1.0;
      for (int m = 0; m < 30; m++)
        b[m][i] -= a[m][i];
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

double reduced(int n)
{
  double total = 0.0, most = 0.0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 20; i++) {
    mean[i] = 0.0;
    for (int j = 0; j < 1100; j++)
      mean[i] += a[j][i];
    total += mean[i];
    for (int j = 0; j < 1100; j++)
      a[j][i] -= mean[i];
  }
#pragma omp parallel for reduction(max : most)
  for (int i = 0; i < 20; i++) {
    for (int j = 0; j < n; j++)
      b[j][i] += a[j][i];
    for (int j = 0; j < n; j++)
      if (b[j][i] > most)
        most = b[j][i];
  }
  return total + most;
}

void arrays(int n)
{
#pragma omp parallel for
  for (int i = 1; i < 20; i++) {
    double own[1100];
    for (int j = 0; j < n; j++)
      own[j] = a[j][i];
    for (int j = 1; j < n; j++)
      own[j] += 0.5 * own[j - 1];
    for (int j = 0; j < n; j++)
      b[j][i] = own[n - 1 - j];
  }
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    double row[20];
    for (int j = 0; j < n; j++)
      row[j] = i;
    for (int k = 0; k < 20; k++)
      for (int j = 0; j < n; j++)
        row[j] += a[i][k] * b[k][j];
    for (int j = 0; j < n; j++)
      c[i][j] = row[j];
  }
}

double refused(int n)
{
  int total = 0;
  int last = 0;
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    mean[i] = i;
    for (int j = 0; j < 300; j++)
      b[j][i] = a[j][i] - mean[i];
  }
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 20; i++) {
    total += i;
    mean[i] = total > 1000;
    for (int j = 0; j < n; j++)
      a[j][i] += mean[i];
  }
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < 20; i++) {
    last = i;
    a[0][i] = i;
    for (int j = 1; j < n; j++)
      a[j][i] -= a[0][i];
  }
  return total + last;
}
