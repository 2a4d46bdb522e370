/* Two loops in a stage with counters of their own: the lanes share both of the second nest, but only the outer one
   of the first, in which a sum grows from one inner iteration to the next. */
void smooth(int n, int lines, double a[100][20], double b[100][70])
{
#pragma omp parallel for
  for (int j = 0; j < lines; j++) {
    double w[50][20], v[50][20];
    int step;
    for (int i = 0; i < 50; i++)
      for (int m = 0; m < 20; m++)
        w[i][m] = b[j][i + m];
    for (step = 0; step < n; step++) {
      for (int i = 1; i < 49; i++) {
        double sum = 0;
        for (int m = 0; m < n; m++) {
          v[i][m] = w[i - 1][m] + sum;
          sum += w[i][m];
        }
      }
      for (int i = 1; i < 49; i++)
        for (int m = 0; m < n; m++)
          w[i][m] = v[i][m] - w[i][m];
    }
    for (int i = 0; i < 20; i++)
      a[j][i] = w[i][3] + w[i + 20][n - 1];
  }
}
