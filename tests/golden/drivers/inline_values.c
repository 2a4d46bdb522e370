#include "../transforms/inline/values.c"

#include <stdio.h>

int main(void)
{
  double sum = 0;
  for (int i = 0; i < 1600; i++) {
    a[i] = i % 7;
    b[i] = i % 5 - 2;
  }
  multiplied(40);
  for (int i = 0; i < 1600; i++)
    sum += c[i] * (i % 3);
  squared(33);
  for (int i = 0; i < 40; i++)
    sum += c[i];
  printf("%g\n", sum);
  return 0;
}
