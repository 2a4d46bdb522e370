#include "../transforms/vector/complex_numbers.c"

#include <stdio.h>

int main(void)
{
  static double complex z[300], by[300];
  static double length[300];
  double complex sum = 0;

  for (int i = 0; i < 300; i++) {
    z[i] = i % 7 + 0.5 * I;
    by[i] = 1 - i % 3 * I;
    length[i] = 1 + i % 4;
  }
  turn(300, z, by, length);
  for (int i = 0; i < 300; i++)
    sum += z[i] * (i % 5);
  printf("%.10g %.10g\n", creal(sum), cimag(sum));
  return 0;
}
