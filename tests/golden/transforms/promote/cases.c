/* A sum in memory, one that is set first, several updates, and elements that something else may touch. */
struct pair {
  double x, y;
};

static double a[20][30], b[30][20], c[20][20], line[100];
static struct pair pairs[20];
static int counts[20];

void cases(int n, double *anywhere)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    line[i] = 0.0;
    for (int k = 0; k < n; k++) {
      if (a[i][k] < 0.0)
        continue;
      line[i] += a[i][k];
      counts[i]++;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    pairs[i].x -= a[i][0];
    pairs[i].y = 1.0;
    pairs[i].x -= a[i][1] * pairs[i].y;
  }
#pragma omp parallel for
  for (int i = 1; i < 20; i++)
    for (int k = 0; k < 30; k++)
      a[i][0] += a[i][k];
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    for (int k = 0; k < 30; k++)
      line[i] += anywhere[k];
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    for (int k = 0; k < 30; k++)
      if (a[i][k] > 0.0)
        line[i] = a[i][k];
}

void caller(void)
{
  cases(20, line);
}
