/* Another file's loops over the same arrays. */
#include "components.h"

double field[KS][JS][IS][COMPONENTS];
double next[KS][JS][IS][COMPONENTS];

void sweep(int times)
{
  int j, i;

#pragma omp parallel
  for (int time = 0; time < times; time++) {
#pragma omp for private(i)
    for (j = 0; j < JS; j++)
      for (i = 1; i < IS - 1; i++)
        for (int k = 1; k < KS; k++)
          next[k][j][i][2] += 0.125 * next[k - 1][j][i][1];
#pragma omp for private(i)
    for (j = 0; j < JS; j++)
      for (i = 1; i < IS - 1; i++)
        next[0][j][i][0] -= field[0][j][i][4] * 0.5;
  }
}
