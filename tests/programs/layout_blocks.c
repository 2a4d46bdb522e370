/* Blocks from malloc that get an order of their own on devices with memory of their own: with three extents and more
 * by rows of the outermost one, with two through the number of rows; until one comes that can't have its own.
 * expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>

enum { KS = 6, JS = 9, IS = 40, COMPONENTS = 5 };

typedef double cell[COMPONENTS];

static void *block(size_t bytes)
{
  void *made = malloc(bytes);

  if (!made)
    exit(1);
  return made;
}

/* Swapped fields: both blocks have one order. */
static void step(cell (*to)[JS][IS], cell (*from)[JS][IS])
{
  int k, j, i, m;

#pragma omp parallel for collapse(2) private(i, m)
  for (k = 0; k < KS; k++)
    for (j = 0; j < JS; j++)
      for (i = 1; i < IS - 1; i++)
        for (m = 0; m < COMPONENTS; m++)
          to[k][j][i][m] = 0.5 * from[k][j][i][m] + 0.25 * (from[k][j][i - 1][m] + from[k][j][i + 1][m]);
}

static double moments(int points, double (*position)[3], float (*weight)[2])
{
  double sum = 0.0;
  int round, p;

  for (round = 0; round < 20; round++) {
#pragma omp parallel for
    for (p = 0; p < points; p++) {
      position[p][0] += 0.125 * position[p][1];
      position[p][2] -= position[p][0] * weight[p][1];
    }
#pragma omp parallel for reduction(+ : sum)
    for (p = 0; p < points; p++)
      sum += position[p][2] * weight[p][0];
    position[round][1] += 0.5; /* the host changes an element */
    sum += position[points - 1 - round][0];
  }
  return sum;
}

int main(void)
{
  const int points = 1000;
  cell(*field)[JS][IS] = block(KS * sizeof *field), (*next)[JS][IS] = block(KS * sizeof *next), (*kept)[JS][IS];
  double(*position)[3] = block(points * sizeof *position);
  float(*weight)[2] = block(points * sizeof *weight);
  double(*odd)[3] = block(10 * sizeof *odd + 4); /* more than whole rows */
  double check = 0.0, sum;
  int k, j, i, m, t;

  for (k = 0; k < KS; k++)
    for (j = 0; j < JS; j++)
      for (i = 0; i < IS; i++)
        for (m = 0; m < COMPONENTS; m++)
          field[k][j][i][m] = next[k][j][i][m] = (k * 7 + j * 5 + i * 3 + m) % 17 * 0.25;
  for (t = 0; t < 7; t++) {
    step(next, field);
    kept = field, field = next, next = kept;
    field[t % KS][2][3][4] += 1.0;
  }
#pragma omp parallel for private(i, m)
  for (j = 0; j < JS; j++)
    for (i = 0; i < IS; i++)
      for (m = 0; m < COMPONENTS; m++)
        next[2][j][i][m] += field[1][j][i][m] * m;
  for (i = 0; i < points; i++) {
    position[i][0] = i * 0.25, position[i][1] = 1.0 - i % 3, position[i][2] = i % 7;
    weight[i][0] = (float)(i % 5) * 0.25f, weight[i][1] = 0.0625f;
  }
  sum = moments(points, position, weight);
  for (t = 0; t < 20; t++) {
#pragma omp parallel for
    for (i = 0; i < 10; i++)
      odd[i][0] = odd[i][2] = i * 0.5 + t;
#pragma omp parallel for
    for (i = 0; i < 10; i++)
      odd[i][1] = odd[i][0] + t;
  }
  step(next, field); /* in the host's order from now on */
  for (k = 0; k < KS; k++)
    for (j = 0; j < JS; j++)
      for (i = 0; i < IS; i++)
        for (m = 0; m < COMPONENTS; m++)
          check += (field[k][j][i][m] + next[k][j][i][m]) * (1 + m) * (1 + i % 3);
  for (i = 0; i < 10; i++)
    for (m = 0; m < 3; m++)
      check += odd[i][m] * (i + m);
  printf("%.12g %.12g\n", sum, check);
  return 0;
}
