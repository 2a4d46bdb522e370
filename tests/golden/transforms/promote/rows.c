/* Short rows: updated by short loops, set as a whole first, in part only, at other places, through pointers. */
static double flux[9][3], field[9][3], other[9][3];

void cases(int any, double (*anywhere)[3])
{
#pragma omp parallel for
  for (int i = 0; i < 9; i++) {
    for (int m = 0; m < 3; m++)
      flux[i][m] -= field[i][m];
    flux[i][1] *= 0.5;
    for (int m = 1; m < 3; m++)
      flux[i][m - 1] += flux[i][2];
  }
#pragma omp parallel for
  for (int i = 0; i < 9; i++) {
    for (int m = 2; m >= 0; m--)
      flux[i][m] = m;
    if (i > 3)
      for (int m = 0; m < 3; m++)
        flux[i][m] += field[i][m];
  }
#pragma omp parallel for
  for (int i = 0; i < 9; i++) {
    for (int m = 0; m < 2; m++)
      flux[i][m] = field[i][m];
    flux[i][any] += 1.0;
    if (field[i][0] > 0.0)
      flux[i][2] = 0.0;
  }
#pragma omp parallel for
  for (int i = 0; i < 9; i++) {
    for (int m = 0; m < 2; m++)
      flux[i][m] = field[i][m];
    flux[i][0] += 1.0;
  }
#pragma omp parallel for
  for (int i = 1; i < 8; i++) {
    for (int m = 0; m < 3; m++)
      other[i][m] = field[i - 1][m];
    for (int m = 0; m < 3; m++)
      other[i][m] += anywhere[i][m];
  }
}

void caller(void)
{
  cases(1, other);
}
