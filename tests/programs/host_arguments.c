/* Host calls get rows and tiles that tables of pointers lead to: only these move.  expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

enum { B = 12, T = 5 };

static double **tiles;

static double *tile(int i, int j) { return tiles[i * T + j]; }

static void factor(double *a)
{
  for (int k = 0; k < B; k++)
    for (int i = k + 1; i < B; i++) {
      a[i * B + k] /= a[k * B + k];
      for (int j = k + 1; j < B; j++) a[i * B + j] -= a[i * B + k] * a[k * B + j];
    }
}

static double trace(const double *a)
{
  double sum = 0;
  for (int i = 0; i < B; i++) sum += a[i * B + i];
  return sum;
}

static void swap_rows(double *a, double *b)
{
  for (int i = 0; i < B; i++) {
    double c = a[i];
    a[i] = b[i];
    b[i] = c;
  }
}

struct part { double *row; int place; };

int main(void)
{
  double sum = 0, *rows[T];
  struct part part[T];
  int next = 0;
  tiles = malloc(sizeof *tiles * T * T);
  if (!tiles) return 1;
  for (int t = 0; t < T * T; t++) {
    tiles[t] = malloc(sizeof **tiles * B * B);
    if (!tiles[t]) return 1;
    for (int i = 0; i < B * B; i++) tiles[t][i] = (i % (B + 1) == 0 ? 60 : 0) + (t * 7 + i * 3) % 11 * 0.25;
  }
  for (int k = 0; k < T; k++) {
    factor(tile(k, k));
#pragma omp parallel for
    for (int t = 0; t < T * T; t++) {
      const double *l = tile(k, k);
      double *a = tiles[t];
      if (t != k * T + k)
        for (int i = 0; i < B; i++)
          for (int q = 0; q < B; q++) a[i * B + q] -= 0.01 * l[q * B + i];
    }
    sum += trace(tiles[k * T + k]) - trace(tile(k, T - 1));
  }
  printf("%.10g\n", sum);

  for (int r = 0; r < T; r++) {
    rows[r] = malloc(sizeof **rows * B);
    part[r].row = malloc(sizeof *part[r].row * B);
    part[r].place = T - 1 - r;
    if (!rows[r] || !part[r].row) return 1;
    for (int i = 0; i < B; i++) rows[r][i] = part[r].row[i] = r * B + i;
  }
  for (int k = 0; k + 1 < T; k++) {
#pragma omp parallel for
    for (int r = 0; r < T; r++)
      for (int i = 0; i < B; i++) rows[r][i] += k * r;
    swap_rows(rows[k], rows[(k + 2) % T]);
    next = k;
    swap_rows(rows[next++], rows[T - 1]);
  }
  for (int r = 0; r < T; r++) printf("%g ", rows[r][r]);
  for (int k = 0; k < 3; k++) {
#pragma omp parallel for
    for (int r = 0; r < T; r++)
      for (int i = 0; i < B; i++) part[r].row[i] = part[r].row[i] * 2 + k;
    double all = k > 0 ? trace(tiles[k]) : 0;
    swap_rows(part[k].row, part[part[k].place].row);
    sum += all;
  }
  for (int r = 0; r < T; r++) printf("%g ", part[r].row[r]);
  printf("%.10g\n", sum);
  for (int t = 0; t < T * T; t++) free(tiles[t]);
  for (int r = 0; r < T; r++) {
    free(rows[r]);
    free(part[r].row);
  }
  free(tiles);
  return 0;
}
