/* Histograms of rows by thread in memory that a pointer to arrays leads to, merged in a critical section or by atomics.
 * expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { ROWS = 3, COLS = 50 };
typedef struct { int n; double (*sum)[COLS]; } acc_t;
static void tally(const unsigned char *x, int n, int (*count)[COLS])
{
#pragma omp parallel
  {
    int (*local)[COLS] = calloc(ROWS, sizeof *local);
    if (!local)
      abort();
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++)
      local[i * 5 % ROWS][(x[i] ^ 9) % COLS]++;
#pragma omp critical(merge)
    {
      for (int k = 0; k < ROWS; k++)
        for (int c = 0; c < COLS; c++)
          count[k][c] += local[k][c];
    }
    free(local);
  }
}

int main(void) {
  int n = 100000, rows = 5; unsigned char *x = malloc(n);
  acc_t acc = {ROWS, calloc(ROWS, sizeof(double[COLS]))};
  long (*cube)[7][4] = calloc(rows, sizeof *cube);
  for (int i = 0; i < n; i++) x[i] = (i * 7 + i / 13) % COLS;
#pragma omp parallel default(none) shared(acc, x, n)
  {
    double (*mine)[COLS] = malloc(sizeof(double[COLS]) * ROWS);
    for (int r = 0; r < ROWS; r++) for (int c = 0; c < COLS; c++) mine[r][c] = 0;
#pragma omp for
    for (int i = 0; i < n; i++) mine[i % ROWS][x[i]] += 0.5;
    for (int r = 0; r < ROWS; r++) for (int c = 0; c < COLS; c++) {
#pragma omp atomic
      acc.sum[r][c] += mine[r][c];
    }
    free(mine);
  }
#pragma omp parallel
  {
    long (*own)[7][4] = calloc((size_t)rows, sizeof own[0]);
#pragma omp for nowait schedule(dynamic, 100)
    for (int i = 0; i < n; i++) own[i % rows][x[i] % 7][x[i] & 3]++;
#pragma omp critical(add)
    for (int r = 0; r < rows; r++) for (int a = 0; a < 7; a++) for (int b = 0; b < 4; b++) cube[r][a][b] += own[r][a][b];
    free(own);
  }
  static int count[ROWS][COLS];
  tally(x, n, count);
  double s = 0; for (int r = 0; r < ROWS; r++) for (int c = 0; c < COLS; c++) s += (r * 31 + c) * acc.sum[r][c] + count[r][c] * (c % 7);
  long t = 0; for (int r = 0; r < rows; r++) for (int a = 0; a < 7; a++) for (int b = 0; b < 4; b++) t += cube[r][a][b] * (r * 28 + a * 4 + b);
  printf("%.1f %ld\n", s, t);
}
