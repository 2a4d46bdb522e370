#include "../transforms/induction/cases.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i;

  for (i = 0; i < 4096; i++) {
    a[i] = i % 17;
    b[i] = i % 13 - 5.0;
    c[i] = i % 7;
  }
  pointers(60, 50);
  subscripts(40, 50);
  down(50, 30, 7);
  down(50, 0, 3);
  for (i = 0; i < 4096; i++)
    sum += a[i] * (1 + i % 11) + b[i] * (1 + i % 5) + c[i] * (1 + i % 3);
  printf("%.10g\n", sum);
  return 0;
}
