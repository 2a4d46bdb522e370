/* Loops by steps of two over rows of flat arrays: whether subscripts stay in their rows is a matter of remainders. */
void relax(double *u, int n, int color)
{
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + (i + color) % 2; j < n - 1; j += 2)
      u[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}

void quarters(const double *a, double *c, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < n; j += 2) {
      c[i * n + j] = a[j];
      c[i * n + j + 1] = 2 * a[j];
      c[(i + 1) * n + j] = 3 * a[j];
      c[(i + 1) * n + j + 1] = 4 * a[j];
    }
}
