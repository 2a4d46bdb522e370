/* A triangular system, level by level, whose rows begin in one array and end in another.
 * expect: offloaded=1 */
#include <stdio.h>

#define SIDE 60
#define ROWS (SIDE * SIDE)
#define MOST (3 * ROWS)

static int begin[ROWS + 1], diagonal[ROWS], column[MOST], level[2 * SIDE], row[ROWS];
static double value[MOST], x[ROWS], b[ROWS];

static void solve(int levels)
{
  for (int l = 0; l < levels; l++) {
#pragma omp parallel for
    for (int q = level[l]; q < level[l + 1]; q++) {
      int i = row[q];
      double s = b[i];
      for (int k = begin[i]; k < diagonal[i]; k++)
        s -= value[k] * x[column[k]];
      x[i] = s;
    }
  }
}

int main(void)
{
  int n = 0, m = 0;
  double sum = 0.0;

  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) {
      int r = i * SIDE + j;
      begin[r] = n;
      if (i > 0) {
        column[n] = r - SIDE;
        value[n++] = 0.25;
      }
      if (j > 0) {
        column[n] = r - 1;
        value[n++] = -0.5;
      }
      diagonal[r] = n;
      column[n] = r;
      value[n++] = 1.0;
      b[r] = r % 7;
    }
  begin[ROWS] = n;
  for (int l = 0; l < 2 * SIDE - 1; l++) {
    level[l] = m;
    for (int i = 0; i < SIDE; i++)
      if (l - i >= 0 && l - i < SIDE)
        row[m++] = i * SIDE + l - i;
  }
  level[2 * SIDE - 1] = m;
  solve(2 * SIDE - 1);
  for (int i = 0; i < ROWS; i++)
    sum += x[i] * (i % 5);
  printf("%.9g\n", sum);
  return 0;
}
