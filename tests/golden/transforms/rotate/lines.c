/* Recurrences along lines: of a private array with short loops over components, of a shared array, and one refused. */
static double field[40][100], load[40][100];

void lines(int n)
{
#pragma omp parallel for
  for (int i = 0; i < 40; i++) {
    double band[100][2], x[100][2];
    int p, m;
    for (p = 0; p < 100; p++) {
      band[p][0] = 2.0 + load[i][p];
      band[p][1] = -0.5;
      x[p][0] = field[i][p];
      x[p][1] = load[i][p];
    }
    for (p = 0; p < 98; p++) {
      double factor = 1.0 / band[p][0];
      band[p][1] *= factor;
      band[p + 1][0] += 0.5 * band[p][1];
      for (m = 0; m < 2; m++) {
        x[p][m] *= factor;
        x[p + 1][m] += 0.5 * x[p][m];
        x[p + 2][m] -= 0.25 * x[p][m];
      }
    }
    for (p = n - 2; p >= 0; p--)
      field[i][p] = x[p][0] - band[p][1] * field[i][p + 1];
    for (p = 1; p < n; p++)
      if (x[p][0] > x[p - 1][0])
        x[p][1] += x[p - 1][1];
    for (p = 0; p < n; p++)
      load[i][p] = x[p][1];
  }
}
