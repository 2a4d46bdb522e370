/* Points and components: where components have moved outwards, points are neighbours, not components. */
static double u[30][40][5], r[30][40][5];

static void step(void)
{
#pragma omp parallel for collapse(2)
  for (int j = 0; j < 30; j++)
    for (int i = 0; i < 40; i++) {
      double q = 0.0;
      for (int m = 0; m < 5; m++)
        q += r[j][i][m] * r[j][i][m];
      for (int m = 0; m < 5; m++)
        r[j][i][m] = 0.5 * r[j][i][m] / (1.0 + q) + u[j][i][m] - u[j][i][0];
    }
#pragma omp parallel for collapse(2)
  for (int i = 1; i < 39; i++)
    for (int m = 0; m < 5; m++)
      u[1][i][m] = 0.25 * (r[1][i][m] + r[2][i][m]) - 0.5 * r[3][i][m];
}

void turned(void)
{
  for (int t = 0; t < 20; t++)
    step();
}
