#include <stdio.h>

#include "../transforms/accumulate/histogram.c"

int key[6000], all[5000];
double x[6000], weight[4], count[4];

int main(void)
{
  unsigned long folded = 0;

  for (int i = 0; i < 6000; i++) {
    key[i] = i * 37 % 1009 + i / 3;
    x[i] = i % 29 * 0.5;
  }
  rank(6000);
  rank(5001);
  group(6000);
  for (int k = 0; k < 5000; k++)
    folded = folded * 31 + (unsigned long)all[k];
  printf("%lu", folded);
  for (int k = 0; k < 4; k++)
    printf(" %g %g", weight[k], count[k]);
  printf("\n");
  return 0;
}
