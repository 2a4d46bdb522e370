/* Whole arrays, to a parameter, parts of structures; a border that stays, a read before, a condition on data. */
struct pair {
  double x, y[2];
};

static double whole[20][30], border[20][30], later[20];
static struct pair pairs[40], halves[40];

void fills(int n, double *p, const double *q)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      whole[i][j] = i + j;
#pragma omp parallel for
  for (int i = 1; i < 19; i++)
    for (int j = 1; j < 29; j++)
      border[i][j] = 0.0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    p[i] = q[i];
    p[i] *= 2.0;
  }
#pragma omp parallel for
  for (int i = 0; i < 40; i++) {
    pairs[i].x = 0.0;
    halves[i].x = 1.0;
    for (int j = 0; j < 2; j++)
      pairs[i].y[j] = pairs[i].x;
  }
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    if (whole[i][0] > 0.5)
      later[i] = 1.0;
    whole[i][1] += later[i];
  }
}
