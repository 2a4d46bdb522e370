/* Lines with recurrences, which one lane runs between loops that all share, in functions.  expect: offloaded=2 */
#include <stdio.h>

#define N 41

static double field[N][N][N], load[N][N], done[N];

/* The three bands of a line's matrix; neighbours add to each other's rows. */
static void set_bands(int j, int side, double band[N][3])
{
  int i;

  for (i = 0; i < N; i++) {
    band[i][0] = -0.25;
    band[i][1] = 2.0 + 0.01 * side;
    band[i][2] = -0.5;
  }
  for (i = 0; i < N; i++) {
    band[i][1] += 0.125 * load[j][i];
    if (i > 0)
      band[i - 1][2] += 0.0625 * load[j][i];
    if (i < N - 1)
      band[i + 1][0] -= 0.0625 * load[j][i];
  }
}

static void solve(int first, int last, double band[N][3], double x[N][2])
{
  int i, m;
  double factor;

  for (i = 1; i < N; i++) {
    factor = band[i][0] / band[i - 1][1];
    band[i][1] -= factor * band[i - 1][2];
    for (m = first; m <= last; m++)
      x[i][m] -= factor * x[i - 1][m];
  }
  for (m = first; m <= last; m++) {
    x[N - 1][m] /= band[N - 1][1];
    for (i = N - 2; i >= 0; i--)
      x[i][m] = (x[i][m] - band[i][2] * x[i + 1][m]) / band[i][1];
  }
}

static void solve_line(int along, int k, int j)
{
  int i;
  const int across = !along;
  double band[N][3], x[N][2];

  for (i = 0; i < N; i++) {
    x[i][0] = field[k][j * along + i * across][i * along + j * across];
    x[i][1] = load[j][i];
  }
  set_bands(j, 1, band);
  solve(0, 0, band, x);
  set_bands(j, -1, band);
  solve(1, 1, band, x);
  for (i = 0; i < N; i++)
    field[k][j * along + i * across][i * along + j * across] = x[i][0] + x[i][1];
}

/* Not inlined, as it returns early; it writes what all lanes read afterwards. */
static void mark(int j, double *place)
{
  if (j % 3 == 0)
    return;
  place[j] += j;
}

int main(void)
{
  int i, j, k;
  double check = 0.0, turned[N][2];

  for (k = 0; k < N; k++)
    for (j = 0; j < N; j++) {
      load[k][j] = (k * 3 + j * 5) % 7 - 3;
      for (i = 0; i < N; i++)
        field[k][j][i] = (k * 7 + j * 5 + i * 3) % 11 - 5;
    }

#pragma omp parallel for collapse(2)
  for (k = 0; k < N; k++)
    for (j = 0; j < N; j++)
      solve_line(1, k, j);

#pragma omp parallel for private(i, turned)
  for (j = 0; j < N; j++) {
    mark(j, done);
    for (i = 0; i < N; i++) {
      turned[i][0] = load[j][N - 1 - i] + done[j];
      turned[i][1] = field[j][j][i];
    }
    for (i = 1; i < N; i++)
      turned[i][0] += 0.5 * turned[i - 1][1] - 0.25 * turned[i - 1][0];
    for (i = 0; i < N; i++)
      field[j][j][i] = turned[i][0] - turned[N - 1 - i][1];
  }

  for (k = 0; k < N; k++)
    for (j = 0; j < N; j++)
      for (i = 0; i < N; i++)
        check += field[k][j][i] * (i + 2 * j + 3 * k + 1);
  printf("%.10g\n", check);
  for (j = 0; j < N; j++)
    printf("%.10g %.10g\n", done[j], field[j][j][j]);
  return 0;
}
