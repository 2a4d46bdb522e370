/* A nest of three, scalars between loops, a hull with a condition, a reduction, and refusals. */
static double a[20][30], b[20][30], cube[20][30][5];

static int larger(int x, int y)
{
  return x > y ? x : y;
}

double nests(int n, int plane)
{
  double sum = 0.0;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    for (int j = n; j < 30; j++)
      for (int m = 0; m < 5; m++)
        cube[i][j][m] = a[i][j];
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    double scale = 2.0 * i;
    int j;
    for (j = 29; j >= 0; j--) {
      if (b[i][j] < 0.0)
        continue;
      a[i][j] = scale * b[i][j];
    }
  }
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    for (int j = larger(1, plane - i); j <= i + 3; j++)
      a[i][j] += 1.0;
#pragma omp parallel for reduction(max : sum)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      if (a[i][j] > sum)
        sum = a[i][j];
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    for (int j = 1; j < 30; j++)
      a[i][j] += a[i][j - 1];
  return sum;
}

static void shifted(double (*to)[30], double (*from)[30])
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    for (int j = 1; j < 30; j++)
      to[i][j] = from[i][j - 1];
}

void shift(void)
{
  shifted(a, b);
  shifted(b, b);
}

/* Every other element, from the first or the second one on. */
void coloured(int colour)
{
#pragma omp parallel for
  for (int i = 1; i < 19; i++)
    for (int j = 1 + (i + colour) % 2; j < 29; j += 2)
      a[i][j] = 0.5 * (a[i][j - 1] + a[i][j + 1]);
}
