#include "../transforms/gang/few.c"

#include <stdio.h>

int main(void)
{
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      a[i][j] = i == j ? 8.0 : (i + 2 * j) % 3 - 1;
    for (int c = 0; c < COUNT; c++)
      x[i][c] = 100 + (i * c) % 4;
  }
  solve(N, COUNT);
  nearest(N, 3, COUNT);
  for (int c = 0; c < COUNT; c += 7)
    printf("%.12g %.12g\n", x[N - 2][c], x[N - 1][c]);
  return 0;
}
