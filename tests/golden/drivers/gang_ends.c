#include "../transforms/gang/ends.c"

#include <stdio.h>

static void show(void)
{
  int sum = 0;
  for (int v = 0; v < N; v++)
    sum = (sum * 7 + sum_of[v]) % 10007;
  printf("%d\n", sum);
}

int main(void)
{
  int k = 0;
  for (int v = 0; v < N; v++) {
    row[v] = k;
    for (int u = 0; u < N; u++)
      if (u == 7 || v == 7 || (u * v) % 11 == 3)
        adj[k++] = u;
    level[v] = v * v % 6;
  }
  row[N] = k;
  less(0);
  show();
  less(-9);
  show();
  refused(3);
  show();
  return 0;
}
