/* Loops over points beside one over lines, which lanes share: those of points become loops along the line. */
static double field[40][40][40], weight[40][40][40], speed[40][40];

static void scale(double by, int last)
{
#pragma omp for collapse(3)
  for (int k = 1; k < 39; k++)
    for (int j = 1; j < 39; j++)
      for (int i = 1; i < last; i++)
        field[k][j][i] *= by;
}

/* Points of the next line of j, which another iteration writes. */
static void weigh(void)
{
#pragma omp for collapse(3)
  for (int k = 1; k < 39; k++)
    for (int j = 1; j < 39; j++)
      for (int i = 1; i < 39; i++)
        weight[k][j][i] += field[k][j + 1][i];
}

static void solve(void)
{
#pragma omp for collapse(2)
  for (int k = 1; k < 39; k++)
    for (int j = 1; j < 39; j++) {
      double line[40];

      for (int i = 0; i < 39; i++)
        line[i] = field[k][j][i] + weight[k][j][39 - i];
      for (int i = 1; i < 39; i++)
        line[i] += 0.5 * line[i - 1];
      for (int i = 0; i < 39; i++)
        field[k][j][i] = speed[k][j] * line[i] - 0.25 * line[38 - i];
    }
}

void cases(int last)
{
#pragma omp parallel
  {
    scale(0.5, last);
    solve();
    scale(2.0, last);
    weigh();
  }
}
