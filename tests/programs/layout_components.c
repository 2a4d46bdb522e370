/* Arrays that get an order of their own on devices with memory of their own, accessed by loops, functions, the host and
 * an error path.  expect: offloaded=10  with: support/components.c */
#include <stdio.h>
#include <stdlib.h>

#include "support/components.h"

#define LINES 60

static float rows[LINES][LINES + 1];
static int tally[LINES][3];
static unsigned short marks[LINES][LINES];
static short steps[LINES][2][7], wide[LINES][LINES];

/* Reads and writes the whole array by its subscripts. */
static double relaxed(int k, int j, int i, int m)
{
  return 0.5 * field[k][j][i][m] + 0.25 * (field[k][j][i - 1][m] + field[k][j][i + 1][m]);
}

static double blended(double u[KS][JS][IS][COMPONENTS], int k, int j, int i)
{
  return u[k][j][i][0] + 2.0 * u[k][j][i][COMPONENTS - 1];
}

int main(void)
{
  int k, j, i, m, t, bad = 0;
  double sum = 0.0, check = 0.0;

  for (k = 0; k < KS; k++)
    for (j = 0; j < JS; j++)
      for (i = 0; i < IS; i++)
        for (m = 0; m < COMPONENTS; m++)
          field[k][j][i][m] = (k * 7 + j * 5 + i * 3 + m) % 17 * 0.25;
  for (t = 0; t < 3; t++) {
#pragma omp parallel for private(j, i, m)
    for (k = 0; k < KS; k++)
      for (j = 0; j < JS; j++)
        for (i = 1; i < IS - 1; i++)
          for (m = 0; m < COMPONENTS; m++)
            next[k][j][i][m] = relaxed(k, j, i, m);
    sweep(t + 1);
    next[1][2][3][4] += 10.0; /* the host changes an element, and reads others */
    check += next[2][1][3][0] + field[0][1][2][3];
#pragma omp parallel for private(j, i, m)
    for (k = 0; k < KS; k++)
      for (j = 0; j < JS; j++)
        for (i = 1; i < IS - 1; i++)
          for (m = 0; m < COMPONENTS; m++)
            field[k][j][i][m] = next[k][j][i][m] + blended(next, k, j, i) * 0.01;
  }
#pragma omp parallel for reduction(+ : sum) private(j, i)
  for (k = 0; k < KS; k++)
    for (j = 0; j < JS; j++)
      for (i = 0; i < IS; i++)
        sum += blended(field, k, j, i);
  for (t = 0; t < 12; t++) { /* neighbours are rows */
#pragma omp parallel for private(j)
    for (i = 0; i < LINES; i++) {
      rows[i][0] = (float)i;
      for (j = 1; j <= LINES; j++)
        rows[i][j] = rows[i][j - 1] * 0.5f + (float)(i % 5) + rows[i][j / 2] * 0.125f;
    }
#pragma omp parallel for private(j)
    for (i = 0; i < LINES; i++)
      for (j = 1; j < LINES; j++) {
        marks[i][j] = (unsigned short)(marks[i][j - 1] * 3 + i);
        wide[i][j] = (short)(wide[i][j - 1] + marks[i][j] - 100);
      }
  }
#pragma omp parallel for
  for (i = 0; i < LINES; i++) {
    int least = 0;
    for (int at = 1; at < LINES; at++)
      if (rows[i][at] < rows[i][least])
        least = at;
#pragma omp atomic
    tally[i % LINES][least % 3] += 1;
    steps[i][least % 2][least % 7] = (short)(least - i);
    marks[i][least] = (unsigned short)(i + 1);
  }
#pragma omp parallel for
  for (i = 0; i < LINES; i++) /* stops where something is wrong, which is nowhere, the first time */
    for (int at = 1; at < LINES; at++) {
      if (rows[i][at] < -1e6f)
        printf("row %d\n", i);
      rows[i][at] += rows[i][at - 1];
    }
  rows[7][20] = -1e9f;
#pragma omp parallel for
  for (i = 7; i < 8; i++)
    for (int at = 1; at < LINES; at++) {
      rows[i][at - 1] += 1.0f;
      if (rows[i][at] < -1e6f)
        printf("row %d at %d\n", i, at);
    }
  for (k = 0; k < KS; k++)
    for (j = 0; j < JS; j++)
      for (i = 0; i < IS; i++)
        for (m = 0; m < COMPONENTS; m++)
          check += field[k][j][i][m] * (1 + m) * (1 + i % 3);
  for (i = 0; i < LINES; i++) {
    for (j = 0; j < 3; j++)
      bad += tally[i][j] * (i + j);
    for (j = 0; j < 7; j++)
      bad += steps[i][0][j] * j - steps[i][1][j];
    for (j = 0; j < LINES; j++) {
      bad += marks[i][j] * j + wide[i][j];
      check += rows[i][j] * (float)(j % 4) * 1e-6f;
    }
  }
  printf("%.12g %.9g %d\n", sum, check, bad);
  return 0;
}
