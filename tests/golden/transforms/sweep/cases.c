/* Sequential loops around work-shared ones. */
double x[64][96], low[64], f[32][32][48], line[48], left[32][32][48];

/* Each column needs its own elements alone: the loops change places. */
int down(int n, int m) {
  int last = 0;
#pragma omp parallel
  {
    int i, j, j1 = 0;
    for (j = 0; j < n - 1; j++) {
      j1 = j + 1;
#pragma omp for
      for (i = 0; i < m; i++)
        x[j1][i] -= low[j1] * x[j][i];
#pragma omp for
      for (i = 0; i < m; i++)
        if (i % 2)
          x[j1][i] *= 0.5;
    }
#pragma omp single
    last = j1;
  }
  return last;
}

/* A line's values go through an array, of which each iteration of the sequential loops has its own. */
void lines(int n, int m) {
#pragma omp parallel
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
#pragma omp for
      for (int k = 0; k < m; k++)
        line[k] = f[i][j][k] * f[i][j][k];
#pragma omp for
      for (int k = 1; k < m - 1; k++)
        left[i][j][k] = line[k - 1] - line[k + 1];
    }
}

/* An iteration needs what another one has written a step before. */
void diagonal(int n) {
#pragma omp parallel
  for (int j = 1; j < n; j++) {
#pragma omp for
    for (int i = 1; i < n; i++)
      x[j][i] += x[j - 1][i - 1];
  }
}
