#include <stdio.h>

#include "../transforms/privatize/counts.c"

#define N 6000

int key[N], counts[50], rows[64][20];
unsigned sides[2][100];

int main(void)
{
  int i, t, sum = 0;

  for (i = 0; i < N; i++)
    key[i] = (int)((i * 7919L + 13) % 1009);
  count(N);
  split(60, 100, 1);
  count_by_thread(N);
  for (i = 0; i < 50; i++)
    printf("%d ", counts[i]);
  for (i = 0; i < 200; i++)
    printf("%u ", sides[i / 100][i % 100]);
  for (i = 0; i < 20; i++) {
    for (sum = 0, t = 0; t < 64; t++)
      sum += rows[t][i];
    printf("%d ", sum);
  }
  printf("\n");
  return 0;
}
