/* The recurrence on a line is for one lane; the loops before and after it are for all. */
static void sweep(double line[100])
{
  int i;
  for (i = 1; i < 100; i++)
    line[i] -= 0.5 * line[i - 1];
}

void solve(int n, double u[100][100], double v[100][100])
{
  int i, j;
  double line[100];
#pragma omp parallel for private(i, line)
  for (j = 0; j < n; j++) {
    for (i = 0; i < 100; i++)
      line[i] = u[j][i];
    sweep(line);
    for (i = 0; i < 100; i++)
      v[j][i] = line[99 - i];
  }
}
