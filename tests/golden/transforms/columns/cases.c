/* Columns that hold a constant, itself or by a variable; with two constants, with other writes, as parts of sums. */
static double grid[64][100];
static int place[64][100];

static void set(int j, double bands[100][5], double x[100])
{
  const float few = 0.125;

  for (int p = 0; p < 100; p++) {
    bands[p][0] = few * 2;
    bands[p][1] = 4.0 + grid[j][p];
    bands[p][2] = p < 50 ? 0.5 : 0.25;
    bands[p][3] = -1.0;
    bands[p][4] = 3.0;
    x[p] = grid[j][99 - p];
  }
}

void constant_columns(void)
{
#pragma omp parallel for
  for (int j = 0; j < 64; j++) {
    double bands[100][5], x[100];
    set(j, bands, x);
    for (int p = 1; p < 100; p++) {
      bands[p][4] -= bands[p][3] * bands[p - 1][4];
      x[p] = (x[p] - bands[p][0] * x[p - 1] + bands[p][2]) / (bands[p][1] + bands[p - 1][4]);
    }
    for (int p = 0; p < 100; p++)
      grid[j][p] = x[p] + bands[99 - p][0];
  }
}

/* The column that finds others, and one that two constants lie in. */
void columns_of_integers(void)
{
#pragma omp parallel for
  for (int j = 0; j < 64; j++) {
    int next[100][3];
    for (int p = 0; p < 100; p++) {
      next[p][0] = 2;
      next[p][1] = 99 - place[j][p];
      next[p][2] = 1;
    }
    next[5][2] = 0;
    for (int p = 1; p < 100; p++)
      next[p][1] = (next[p][1] + next[next[p - 1][0]][1] / next[p][0]) % 100;
    for (int p = 0; p < 100; p++)
      place[j][p] = next[99 - p][1] + next[p][2];
  }
}

/* Columns by a variable stay. */
void columns_by_variable(void)
{
#pragma omp parallel for
  for (int j = 0; j < 64; j++) {
    double two[100][2];
    for (int p = 0; p < 100; p++) {
      two[p][0] = 1.0;
      two[p][1] = grid[j][p];
    }
    for (int p = 1; p < 100; p++)
      two[p][1] += 0.5 * two[p - 1][p % 2];
    for (int p = 0; p < 100; p++)
      grid[j][p] = two[99 - p][1];
  }
}
