/* Runs the loops of the golden case `batch_turns`. */
#include "../transforms/batch/turns.c"
#include <stdio.h>
#include <stdlib.h>

enum { N = 50, STEPS = 40 };

int main(void)
{
  double *x[4];
  float *f[3];
  for (int k = 0; k < 3; k++) {
    x[k] = calloc(N, sizeof *x[k]);
    f[k] = calloc(N, sizeof *f[k]);
    if (!x[k] || !f[k]) return 1;
    for (int i = 0; i < N; i++) x[k][i] = (i + k) % 3, f[k][i] = (float)((i * k) % 5);
  }
  x[3] = calloc(N * STEPS, sizeof *x[3]);
  if (!x[3]) return 1;
  wave(x[0], x[1], x[2], N, 7);
  steps(f[0], f[1], f[2], N, STEPS);
  rows(x[3], x[0], N, STEPS);
  printf("%g\n", parity(x[1], x[2], N, 9)[11]);
  printf("%g %g %g %g %g\n", x[0][7], x[1][N - 2], x[2][20], f[1][9], x[3][N * STEPS - 1]);
  return 0;
}
