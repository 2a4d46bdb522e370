#include "../transforms/distribute/sums.c"

#include <stdio.h>

int main(void)
{
  int k = 0;
  for (int v = 0; v < N; v++) {
    row[v] = k;
    for (int u = 0; u < N; u++)
      if (u == 7 || v == 7 || (u * v) % 11 == 3)
        adj[k++] = u;
    label[v] = v * v % 10;
  }
  row[N] = k;
  printf("%ld\n", found());
  printf("%g\n", refused(1 << 20));
  return 0;
}
