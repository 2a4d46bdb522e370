/* Updates of a triangle by blocks of columns: its rows are in blocks of their own, in a square, or packed in one
 * block, where the launch can't tell them apart and the CPU runs the loop.
 * expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, BLOCK = 8 };

static void update(double **a, int n, int from, int to) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = to; i < n; i++)
    for (int j = to; j <= i; j++) {
      double t = 0;
      for (int p = from; p < to; p++)
        t += a[i][p] * a[j][p];
      a[i][j] -= t;
    }
}

int main(void) {
  double *square = calloc(N * N, sizeof *square), *packed = calloc(N * (N + 1) / 2, sizeof *packed);
  double *rows[3][N];
  for (int i = 0; i < N; i++) {
    rows[0][i] = calloc(i + 1, sizeof **rows[0]);
    rows[1][i] = square + i * N;
    rows[2][i] = packed + i * (i + 1) / 2;
  }
  for (int way = 0; way < 3; way++) {
    double sum = 0;
    for (int i = 0; i < N; i++)
      for (int j = 0; j <= i; j++)
        rows[way][i][j] = (i * 7 + j * 3) % 11 - 5;
    update(rows[way], N, 0, BLOCK);
    update(rows[way], N, BLOCK, 2 * BLOCK);
    for (int i = 0; i < N; i++)
      for (int j = 0; j <= i; j++)
        sum += (i - j + 1) * rows[way][i][j];
    printf("%.15g\n", sum);
  }
  for (int i = 0; i < N; i++)
    free(rows[0][i]);
  free(square), free(packed);
  return 0;
}
