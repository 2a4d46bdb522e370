#include <stdio.h>

#include "../transforms/privatize/groups.c"

#define N 6000

int key[N], n = N;
float value[N];
double sum[9];
unsigned count[9];
struct group groups[9];

int main(void)
{
  double all;
  int i;

  for (i = 0; i < N; i++) {
    key[i] = (int)((i * 7919L + 13) % 1009);
    value[i] = (float)(key[i] % 16) * 0.5f;
  }
  all = by_key(9);
  by_structure(9);
  for (i = 0; i < 9; i++)
    printf("%.1f %u %.1f %d\n", sum[i], count[i], groups[i].sum, groups[i].count);
  printf("%.1f\n", all);
  return 0;
}
