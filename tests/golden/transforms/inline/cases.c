static double a[24][40], b[24][40], y[24];

static void line(double *out, const double *in, int n)
{
  for (int j = 1; j < n - 1; j++)
    out[j] = in[j - 1] + in[j + 1];
}

static double dot(const double *u, const double *v, int n)
{
  double sum = 0.0;

  for (int j = 0; j < n; j++)
    sum += u[j] * v[j];
  return sum;
}

static int steps(const double *p, int n)
{
  int found = 0;

  for (int j = 0; j < n; j++)
    found += *p++ > 1.0;
  return found;
}

/* Rows of arrays, and addresses. */
void rows(int n)
{
#pragma omp parallel for
  for (int i = 0; i < 24; i++)
    line(a[i], &b[i][0], n);
}

/* Values in expressions; names of two calls. */
void values(int n)
{
#pragma omp parallel for
  for (int i = 0; i < 24; i++) {
    double kept = dot(a[i], b[0], n);

    y[i] -= 2.0 * dot(a[i], b[i], n) + kept;
    if (i % 2)
      y[i] = steps(b[i] + 1, n - 1);
  }
}
