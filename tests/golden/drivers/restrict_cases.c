#include "../transforms/restrict/cases.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, j;

  for (i = 0; i < 50; i++) {
    a[i] = i;
    b[i] = i % 7;
    bodies[i].at[i % 3] = i;
    bodies[i].mass = 1.0;
  }
  callers();
  apart(40, &bodies[0].at[0]);
  for (i = 0; i < 50; i++)
    sum += a[i] * (i + 1) + b[i] + bodies[i].at[0] + bodies[i].mass;
  for (i = 0; i < 20; i++)
    for (j = 0; j < 30; j++)
      sum += c[i][j] * (j + 1);
  printf("%g\n", sum);
  return 0;
}
