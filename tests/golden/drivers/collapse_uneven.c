#include "../transforms/collapse/uneven.c"

#include <stdio.h>

int main(void)
{
  int k = 0;
  long sum = 0;
  double all = 0;
  for (int v = 0; v < N; v++) {
    row[v] = k;
    for (int u = 0; u < N; u++)
      if (u == 7 || v == 7 || (u * v) % 11 == 3)
        adj[k++] = u;
    level[v] = v % 3;
    paths[v] = v % 3 == 0;
  }
  row[N] = k;
  counted(N, 0);
  counted(N, 1);
  squares(N);
  for (int v = 0; v < N; v++) {
    all += paths[v] * (v % 5);
    sum += squares_of[v] * (v % 7);
  }
  printf("%g %ld\n", all, sum);
  return 0;
}
