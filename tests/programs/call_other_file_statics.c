/* Static variables of another file, used through its functions, in loops of this one; one is hidden by a local name.
 * expect: offloaded=4  with: support/tables.c */
#include <stdio.h>

#include "support/tables.h"

#define N 200

static double values[N];
static double weight[3] = {0.5, 0.25, 0.125};

static double weighed(int i)
{
  return weight[i % 3] * i;
}

int main(void)
{
  double sum = 0.0;
  int i, round;

  table_start(0.75);
  for (round = 0; round < 3; round++) {
#pragma omp parallel for
    for (i = 0; i < N; i++)
      values[i] = table_value(i) + table_scaled(i);
#pragma omp parallel for
    for (i = 0; i < N; i++)
      table_store(i, values[i]);
    table_start(0.5 + round);
    sum += table_stored(N - 1) + table_stored(round);
  }
  {
    double weight = 3.0; /* hides the table that weighed() uses */

#pragma omp parallel for
    for (i = 0; i < N; i++)
      values[i] += weight * weighed(i);
  }
#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < N; i++)
    sum += values[i] * table_kept(i);
  printf("%.12g %.12g %.12g\n", values[3], values[N - 1], sum);
  return 0;
}
