double grid[24][40][3];

/* The last column takes the place of the first, when that is no longer needed. */
void solve(double weight)
{
  int line, p, m;
  double x[40][3];

#pragma omp parallel for private(p, m, x)
  for (line = 0; line < 24; line++) {
    for (p = 0; p < 40; p++)
      for (m = 0; m < 3; m++)
        x[p][m] = grid[line][p][m];
    for (p = 1; p < 40; p++)
      for (m = 0; m < 2; m++)
        x[p][m] -= weight * x[p - 1][m];
    for (p = 1; p < 40; p++)
      x[p][2] -= 0.5 * x[p - 1][2];
    for (p = 0; p < 40; p++)
      for (m = 0; m < 3; m++)
        grid[line][p][m] = x[p][m];
  }
}
