#include "../transforms/gang/triangles.c"

#include <stdio.h>

int main(void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (i + 2 * j) % 3 - 1;
      x[i][j] = (i * j) % 4;
      for (int p = 0; p < PLANES; p++) {
        field[p][i][j] = (p + i * j) % 5;
        flux[p][i][j] = p - (i + j) % 3;
      }
    }
  lower_rows(N);
  planes(N - 1, N - 1);
  for (int i = 0; i < N; i += 3)
    printf("%.15g %.15g %.15g %.15g\n", x[i][i], x[i][N - 1], flux[i % PLANES][i][5], ends[i % PLANES][i]);
  return 0;
}
