/* Three components of a line are independent: lanes take one each where each is a recurrence along the line. */
static double field[40][40][60][3], factor[40][60];

void lines(void)
{
  int j, i, p, m;

#pragma omp parallel for collapse(2) private(p, m)
  for (j = 0; j < 40; j++)
    for (i = 0; i < 40; i++) {
      double x[60][3], weight[60];

      for (p = 0; p < 60; p++) {
        weight[p] = 1.0 / (2.0 + factor[j][p]);
        for (m = 0; m < 3; m++)
          x[p][m] = field[j][i][p][m];
      }
      for (p = 1; p < 60; p++)
        weight[p] -= 0.25 * weight[p - 1];
      for (m = 0; m < 3; m++) {
        x[59][m] *= weight[59];
        for (p = 58; p >= 0; p--)
          x[p][m] = weight[p] * (x[p][m] - 0.5 * x[p + 1][m]);
      }
      for (p = 0; p < 60; p++)
        for (m = 0; m < 3; m++)
          field[j][i][p][m] = x[p][m];
    }
}

/* Here the long loop can be shared, which keeps more lanes busy. */
void rows(void)
{
  int j, p, m;

#pragma omp parallel for private(p, m)
  for (j = 0; j < 40; j++) {
    double x[60][3];

    for (p = 0; p < 60; p++)
      for (m = 0; m < 3; m++)
        x[p][m] = field[0][j][p][m];
    for (m = 0; m < 3; m++)
      for (p = 1; p < 60; p++)
        factor[j][p] += x[p - 1][m] * factor[j][p];
    for (p = 0; p < 60; p++)
      for (m = 0; m < 3; m++)
        field[1][j][p][m] = x[p][m];
  }
}
