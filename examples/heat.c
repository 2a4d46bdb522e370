#include <stdio.h>

enum { N = 1024, STEPS = 100 };

static double now[N][N], next[N][N];

int main(void)
{
  for (int i = 0; i < N; i++)
    now[i][0] = next[i][0] = 100.0;

#pragma omp parallel
  for (int step = 0; step < STEPS; step++) {
#pragma omp for
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        next[i][j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
#pragma omp for
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        now[i][j] = next[i][j];
  }
  printf("%.6f\n", now[N / 2][3]);
  return 0;
}
