#include "../transforms/fuse/cases.c"

#include <stdio.h>

int main(void)
{
  double sum;
  int i;

  for (i = 0; i < N; i++)
    a[i] = i % 9;
  sum = neighbours(70, 0.5);
  for (i = 0; i < N; i++)
    sum += b[i] * (i + 1) + d[i];
  printf("%g\n", sum);
  shifted();
  for (i = 0; i < N; i++)
    sum += c[i] * (i + 1) + d[i] * (i % 7);
  printf("%g\n", sum);
  other_bounds();
  for (i = 0; i < N; i++)
    sum += c[i] + d[i];
  printf("%g\n", sum);
  return 0;
}
