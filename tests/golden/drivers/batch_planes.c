#include "../transforms/batch/planes.c"

#include <stdio.h>

static double a[N][N], b[N][N];

int main(void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = 0.01 * ((i * 5 + j) % 11);
      b[i][j] = 0.02 * ((i + j * 3) % 7);
    }
  for (int time = 0; time < 3; time++)
    sweep(0.25 + 0.125 * time, 0.5f, a, b);
  printf("%.9g\n", steps(N, a));
  for (int i = 0; i < N; i += 5)
    printf("%.9g %.9g\n", a[i][N - 1], a[i][i]);
  return 0;
}
