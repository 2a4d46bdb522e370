/* The recurrence on a line is for one lane, that of the next line for its neighbour; sums need the lanes of a line. */
static double u[50][100], v[50][100], sums[50];

void solve(int n)
{
#pragma omp parallel for
  for (int j = 0; j < n; j++) {
    double line[100];
    for (int i = 0; i < 100; i++)
      line[i] = u[j][i];
    for (int i = 1; i < 100; i++)
      line[i] -= 0.5 * line[i - 1];
    for (int i = 0; i < 100; i++)
      v[j][i] = line[99 - i];
  }
}

void add(int n)
{
#pragma omp parallel for
  for (int j = 0; j < n; j++) {
    double line[100], sum = 0.0;
    for (int i = 0; i < 100; i++)
      line[i] = u[j][i];
    for (int i = 1; i < 100; i++)
      line[i] -= 0.5 * line[i - 1];
    for (int i = 0; i < 100; i++)
      sum += line[i] * v[j][i];
    sums[j] = sum;
  }
}
