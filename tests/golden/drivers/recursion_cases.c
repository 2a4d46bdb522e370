#include "../transforms/recursion/cases.c"

#include <stdio.h>

int main(void)
{
  long sum = 0;

  run(20);
  for (int i = 0; i < 20; i++) {
    sum = sum * 7 + a[i] * 3 + b[i];
    for (int k = 0; k < 32; k++)
      sum += t[i][k] * (k % 5 + i);
  }
  printf("%ld\n", sum);
  return 0;
}
