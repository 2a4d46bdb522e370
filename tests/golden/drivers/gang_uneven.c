#include "../transforms/gang/uneven.c"

#include <stdio.h>

static void show(void)
{
  int sum = 0;
  for (int v = 0; v < N; v++)
    sum = (sum * 7 + best_of[v]) % 10007;
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
    label[v] = v * v % LABELS;
    weight[v] = v / 8.0;
  }
  row[N] = k;
  chosen(4);
  for (int v = 0; v < N; v += 6)
    printf("%g\n", sum_of[v]);
  squares();
  show();
  frequent();
  show();
  tables();
  show();
  return 0;
}
