/* Serial loops that execute a region again and again. */

static double max(double a, double b) { return a > b ? a : b; }

/* A table by diagonals, whose bounds are computed in between: each has further values. */
void table(int n, int m, double *restrict t, const double *restrict cost)
{
  for (int d = 2; d <= n + m; d++) {
    int from = d - m > 1 ? d - m : 1, to = d - 1 < n ? d - 1 : n;
#pragma omp parallel for
    for (int i = from; i <= to; i++)
      t[i * (m + 1) + d - i] = max(t[(i - 1) * (m + 1) + d - i], t[i * (m + 1) + d - i - 1]) + cost[i];
  }
}

/* The pointers change places: another launch has other memory. */
void relax(int n, int steps, double *a, double *b)
{
  for (int k = 0; k < steps; k++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++) b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    double *c = a;
    a = b;
    b = c;
  }
}
