#include "../transforms/fuse/copies.c"

#include <stdio.h>

static void run(int n)
{
  double total = 0.0;
  int i, j;

  make(n);
  for (i = 0; i < n + 2; i++)
    for (j = 0; j < n + 2; j++)
      x[i][j] = (i * 5 + j * 3) % 7;
  cases(n);
  for (i = 0; i < n + 2; i++) {
    for (j = 0; j < n + 2; j++)
      total += x[i][j] * (1 + (i * 3 + j) % 5);
    free(x[i]);
  }
  free(x);
  printf("%d: %.10g\n", n, total);
}

int main(void)
{
  double total = 0.0;
  int i, j;

  for (i = 0; i < 22; i++)
    for (j = 0; j < 22; j++)
      before[i][j] = (i * 3 + j * 7) % 11 - 4.5;
  run(20);
  run(7);
  run(1);
  run(0);
  for (i = 0; i < 22; i++)
    for (j = 0; j < 22; j++)
      total += after[i][j] * (i + 2 * j);
  printf("%.10g\n", total);
  return 0;
}
