/* Tables of tables: each loop uses tables that one of them leads to, so that their rows have different places on the
 * device; then the host reads all of them, and loops use them.  expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

enum { PARTS = 3, ROWS = 24, COLUMNS = 20 };

static double ***make(void)
{
  double ***t = malloc(PARTS * sizeof *t);
  for (int p = 0; p < PARTS; p++) {
    t[p] = malloc(ROWS * sizeof **t);
    for (int i = 0; i < ROWS; i++)
      t[p][i] = calloc(COLUMNS, sizeof ***t);
  }
  return t;
}

static void show(double ***t)
{
  for (int p = 0; p < PARTS; p++) {
    double sum = 0;
    for (int i = 0; i < ROWS; i++)
      for (int j = 0; j < COLUMNS; j++)
        sum += t[p][i][j] * (1 + i % 5 + 7 * (j % 3));
    printf("%.1f ", sum);
  }
  printf("\n");
}

int main(void)
{
  double ***t = make();

  #pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      t[0][i][j] = 3 * i + j;
  #pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      t[1][i][j] = i - 2 * j;
      t[2][i][j] = t[0][i][j] + 1;
    }
  show(t);

  #pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (int p = 0; p < PARTS; p++)
      for (int j = 0; j < COLUMNS; j++)
        t[p][i][j] += p + 0.5;
  show(t);

  for (int i = 0; i < ROWS; i++)
    t[i % PARTS][i][i % COLUMNS] = -1;
  #pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      t[1][i][j] *= 2;
  show(t);
  return 0;
}
