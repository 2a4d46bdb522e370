/* A function fills a line, which the next loop reads at other places: it lies in local memory. */
static void fill(int j, double line[100], double u[100][100])
{
  int i;
  for (i = 0; i < 100; i++)
    line[i] = 2.0 * u[j][i];
}

void smooth(int n, double u[100][100], double v[100][100])
{
  int i, j;
  double line[100];
#pragma omp parallel for private(i, line)
  for (j = 0; j < n; j++) {
    fill(j, line, u);
    for (i = 1; i < 99; i++)
      v[j][i] = line[i - 1] + line[i + 1];
  }
}
