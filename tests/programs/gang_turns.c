/* Columns of a line's array that are needed one after the other, and some that only seem to be.
   expect: offloaded=6 */
#include <stdio.h>

#define POINTS 60
#define LINES 24
#define PARTS 4

static double field[LINES][POINTS][PARTS], speed[LINES][POINTS], sums[LINES];

static void recur(int first, int last, double weight, double x[POINTS][PARTS], int line)
{
  int p, m;

  for (p = 1; p < POINTS; p++)
    for (m = first; m <= last; m++)
      x[p][m] -= weight * x[p - 1][m] * speed[line][p];
  for (m = first; m <= last; m++)
    for (p = POINTS - 2; p >= 0; p--)
      x[p][m] += 0.125 * x[p + 1][m];
}

/* Two columns, then the third and the fourth, which take the place of the first. */
static void apart(int line)
{
  int p, m;
  double x[POINTS][PARTS];

  for (p = 0; p < POINTS; p++)
    for (m = 0; m < PARTS; m++)
      x[p][m] = field[line][p][m];
  recur(0, 1, 0.5, x, line);
  recur(2, 2, 0.25, x, line);
  recur(3, 3, 0.375, x, line);
  for (p = 0; p < POINTS; p++)
    for (m = 0; m < PARTS; m++)
      field[line][p][m] = x[p][m];
}

/* What the second column needs was changed with the first: it must not be read before. */
static void other_way_round(int line)
{
  int p, m;
  double x[POINTS][PARTS];

  for (p = 0; p < POINTS; p++)
    for (m = 0; m < PARTS; m++)
      x[p][m] = field[line][p][PARTS - 1 - m];
  recur(0, 1, 0.5, x, line);
  recur(2, 3, 0.25, x, line);
  for (p = 0; p < POINTS; p++)
    for (m = 0; m < PARTS; m++)
      field[line][p][m] = x[p][m];
}

/* Between them the array's source changes. */
static void between(int line)
{
  int p, m;
  double x[POINTS][PARTS];

  for (p = 0; p < POINTS; p++)
    for (m = 0; m < PARTS; m++)
      x[p][m] = field[line][p][m];
  recur(0, 1, 0.5, x, line);
  for (p = 0; p < POINTS; p++)
    field[line][p][3] += 0.5 * speed[line][p];
  recur(2, 3, 0.25, x, line);
  for (p = 0; p < POINTS; p++)
    for (m = 0; m < PARTS; m++)
      field[line][p][m] = x[p][m];
}

/* The first column is needed again. */
static void again(int line)
{
  int p, m;
  double x[POINTS][PARTS];

  for (p = 0; p < POINTS; p++)
    for (m = 0; m < PARTS; m++)
      x[p][m] = field[line][p][m];
  recur(0, 0, 0.5, x, line);
  recur(1, 3, 0.25, x, line);
  recur(0, 0, 0.125, x, line);
  for (p = 0; p < POINTS; p++)
    for (m = 0; m < PARTS; m++)
      field[line][p][m] = x[p][m];
}

/* Who comes in is scaled by what the code between changes. */
static void scaled(int line, double by)
{
  int p, m;
  double x[POINTS][2];

  for (p = 0; p < POINTS; p++)
    for (m = 0; m < 2; m++)
      x[p][m] = by * field[line][p][m];
  for (p = 1; p < POINTS; p++)
    x[p][0] -= 0.5 * x[p - 1][0];
  by = 3.0;
  for (p = 1; p < POINTS; p++)
    x[p][1] -= 0.5 * x[p - 1][1];
  for (p = 0; p < POINTS; p++)
    for (m = 0; m < 2; m++)
      field[line][p][m] = x[p][m];
}

/* The counter's last value is used. */
static void counted(int line)
{
  int p, m;
  double x[POINTS][2];

  for (p = 0; p < POINTS; p++)
    for (m = 0; m < 2; m++)
      x[p][m] = field[line][p][m];
  sums[line] = m + p;
  for (p = 1; p < POINTS; p++)
    x[p][0] -= 0.5 * x[p - 1][0];
  for (p = 1; p < POINTS; p++)
    x[p][1] -= 0.25 * x[p - 1][1];
  for (p = 0; p < POINTS; p++)
    for (m = 0; m < 2; m++)
      field[line][p][m] = x[p][m];
}

int main(void)
{
  int line, p, m;
  double check = 0.0;

  for (line = 0; line < LINES; line++)
    for (p = 0; p < POINTS; p++) {
      speed[line][p] = 0.25 + (line + p) % 3;
      for (m = 0; m < PARTS; m++)
        field[line][p][m] = (line * 5 + p * 3 + m * 7) % 11 - 4.5;
    }
#pragma omp parallel for
  for (line = 0; line < LINES; line++)
    apart(line);
#pragma omp parallel for
  for (line = 0; line < LINES; line++)
    other_way_round(line);
#pragma omp parallel for
  for (line = 0; line < LINES; line++)
    between(line);
#pragma omp parallel for
  for (line = 0; line < LINES; line++)
    again(line);
#pragma omp parallel for
  for (line = 0; line < LINES; line++)
    scaled(line, 0.75);
#pragma omp parallel for
  for (line = 0; line < LINES; line++)
    counted(line);
  for (line = 0; line < LINES; line++)
    for (p = 0; p < POINTS; p++)
      for (m = 0; m < PARTS; m++)
        check += field[line][p][m] * (1 + (line + 2 * p + 3 * m) % 7);
  printf("%.10g %.10g\n", check, sums[3]);
  return 0;
}
