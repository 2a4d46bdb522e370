/* Arrays of lines that lanes share, with columns that hold one constant, two of them, or what depends on a branch.
   expect: offloaded=2 */
#include <stdio.h>

#define POINTS 120
#define LINES 70

enum { BEFORE, HERE, AFTER, CHOSEN, BANDS };

static double grid[LINES][POINTS];
static int place[LINES][POINTS];

static void set_bands(int j, int side, double bands[POINTS][BANDS])
{
  int p;
  const double before = 0.125 * 2;
  double here = 4.0;

  here += side;
  for (p = 0; p < POINTS; p++) {
    bands[p][BEFORE] = before;
    bands[p][HERE] = here + 0.01 * grid[j][p];
    bands[p][AFTER] = -1;
    bands[p][CHOSEN] = 1.0;
    if (p % 3 == 0)
      bands[p][CHOSEN] = 2.0;
  }
}

static void eliminate(double bands[POINTS][BANDS], double x[POINTS])
{
  int p;

  for (p = 1; p < POINTS; p++) {
    double factor = bands[p][BEFORE] / bands[p - 1][HERE];
    bands[p][HERE] -= factor * bands[p - 1][AFTER];
    x[p] -= factor * x[p - 1] * bands[p][CHOSEN];
  }
  for (p = POINTS - 2; p >= 0; p--)
    x[p] = (x[p] - bands[p][AFTER] * x[p + 1]) / bands[p][HERE];
}

static void solve(int j)
{
  int p;
  double bands[POINTS][BANDS], x[POINTS];

  for (p = 0; p < POINTS; p++)
    x[p] = grid[j][p];
  set_bands(j, 1, bands);
  eliminate(bands, x);
  set_bands(j, -1, bands);
  eliminate(bands, x);
  for (p = 0; p < POINTS; p++)
    grid[j][p] = x[p];
}

int main(void)
{
  int j, p;
  double total = 0.0;

  for (j = 0; j < LINES; j++)
    for (p = 0; p < POINTS; p++) {
      grid[j][p] = (j * 7 + p * 3) % 11 - 5.0;
      place[j][p] = (j + p * 13) % POINTS;
    }

#pragma omp parallel for
  for (j = 0; j < LINES; j++)
    solve(j);

#pragma omp parallel for private(p)
  for (j = 0; j < LINES; j++) {
    int next[POINTS][3];

    for (p = 0; p < POINTS; p++) {
      next[p][0] = 2;
      next[p][1] = POINTS - 1 - place[j][p];
      next[p][2] = 7 / 2;
    }
    for (p = 1; p < POINTS; p++)
      next[p][1] = (next[p][1] + next[next[p - 1][0]][1] / next[p][2]) % POINTS;
    for (p = 0; p < POINTS; p++)
      place[j][p] = next[POINTS - 1 - p][1] - next[p][0];
  }

  for (j = 0; j < LINES; j++)
    for (p = 0; p < POINTS; p++)
      total += grid[j][p] * (p + 1) + place[j][p] * (j + 1);
  printf("%.10g\n", total);
  return 0;
}
