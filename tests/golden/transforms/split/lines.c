/* Loops with other first and last iterations; the ones with jumps, calls, or conditions that move stay as they are. */
static double a[40][100], b[40][100];

static double twice(double x)
{
  return 2.0 * x;
}

void lines(int n, int middle)
{
#pragma omp parallel for
  for (int i = 0; i < 40; i++) {
    double line[100];
    int p;
    for (p = 0; p < 100; p++) {
      line[p] = (p == 0 || p == 99 ? 0.5 : 1.0) * a[i][p];
      if (p > 0)
        line[p] += a[i][p - 1];
      if (98 >= p)
        line[p] += a[i][p + 1];
    }
    for (p = n - 1; p >= 0; p--) {
      if (p < n - 1 && line[p] > 0.0)
        line[p] -= line[p + 1];
      else
        line[p] = 0.0;
      if (p != middle)
        b[i][p] = line[p];
      if (p <= middle)
        b[i][p] += 1.0;
    }
    for (int q = 1; q < n; q++) {
      if (q < middle)
        b[i][q] += twice(line[q]);
      if (q > middle)
        break;
    }
    for (p = 1; p < 99; p++) {
      int moving = p - i;
      if (p < moving)
        b[i][p] += line[p];
    }
  }
}
