#include "../transforms/wavefront/table.c"

#include <stdio.h>

#ifndef PAIRS
#define PAIRS 5
#define N 40
#define M 50
#endif

static short one[PAIRS][40], other[PAIRS][50];
static int cost[PAIRS][41][51];
static double u[7][30][30];

int main(void)
{
  long total = 0;
  double sum = 0.0;
  int i, j, p;

  for (p = 0; p < PAIRS; p++) {
    for (i = 0; i < 40; i++)
      one[p][i] = (short)((i * 7 + p) % 4);
    for (j = 0; j < 50; j++)
      other[p][j] = (short)((j * 5 + p * 3) % 4);
    for (i = 0; i <= 40; i++)
      cost[p][i][0] = i;
    for (j = 0; j <= 50; j++)
      cost[p][0][j] = j;
  }
  align(PAIRS, N, M, one, other, cost);
  for (p = 0; p < PAIRS; p++)
    for (i = 0; i <= 40; i++)
      for (j = 0; j <= 50; j++)
        total += (long)cost[p][i][j] * ((i + 2 * j + p) % 9);
  printf("%ld %d\n", total, cost[PAIRS - 1][N][M]);
  for (p = 0; p < 7; p++)
    for (i = 0; i < 30; i++)
      for (j = 0; j < 30; j++)
        u[p][i][j] = (p * 3 + i * 5 + j * 7) % 11;
  relax(7, 30, u);
  relax(7, 2, u);
  relax(7, 3, u);
  skip(7, 30, u);
  back(7, 30, u);
  back(7, 2, u);
  across(7, 30, u);
  against(7, 30, u);
  for (p = 0; p < 7; p++)
    for (i = 0; i < 30; i++)
      for (j = 0; j < 30; j++)
        sum += u[p][i][j] * ((p + i + j) % 5);
  printf("%.12g\n", sum);
  return 0;
}
