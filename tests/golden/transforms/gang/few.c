/* Right-hand sides beside each other, whose accesses are coalesced without lanes: these share the sums where there are
 * few of them.  The sum over the coordinates of a point stays as it is. */
enum { N = 30, COUNT = 40 };

static double a[N][N], x[N][COUNT];

void solve(int n, int count)
{
#pragma omp parallel for
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++) {
      double s = x[i][c];
      for (int k = 0; k < i; k++)
        s -= a[i][k] * x[k][c];
      x[i][c] = s / a[i][i];
    }
}

void nearest(int n, int dimensions, int count)
{
#pragma omp parallel for
  for (int c = 0; c < count; c++)
    for (int i = 1; i < n; i++) {
      double s = 0;
      for (int d = 0; d < dimensions; d++)
        s += (x[d][c] - a[i][d]) * (x[d][c] - a[i][d]);
      if (s < x[N - 1][c])
        x[N - 1][c] = s;
    }
}
