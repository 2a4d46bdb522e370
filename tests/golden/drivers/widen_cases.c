#include "../transforms/widen/cases.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  unsigned i;

  for (i = 0; i < 4096; i++) {
    a[i] = i % 17;
    b[i] = i % 13 - 5.0;
    c[i] = i % 7;
    first[i % 64] = i % 5;
  }
  product(37, 29, 31, 60, 61, 62);
  through_variables(40, 50);
  points(60, 50);
  for (i = 0; i < 4096; i++)
    sum += b[i] * (1 + i % 5) + c[i] * (1 + i % 3);
  printf("%.8g\n", sum);
  return 0;
}
