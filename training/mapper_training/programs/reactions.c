/* Four species that diffuse and react in a cube of n^3 cells, swept along i + j + k = h: each cell solves 4 equations. */
#include <stdio.h>
#include <stdlib.h>

enum { SPECIES = 4 };

static void sweep(int n, double (*c)[SPECIES], const double (*source)[SPECIES])
{
  int row = n + 2;
#pragma omp parallel
  for (int h = 3; h <= 3 * n; h++) {
#pragma omp for collapse(2) schedule(static)
    for (int k = 1; k <= n; k++)
      for (int j = 1; j <= n; j++) {
        int i = h - j - k;
        if (i >= 1 && i <= n) {
          long at = ((long)k * row + j) * row + i, plane = (long)row * row;
          double a[SPECIES][SPECIES], b[SPECIES];
          for (int s = 0; s < SPECIES; s++) {
            for (int t = 0; t < SPECIES; t++) a[s][t] = s == t ? 4.0 : 0.1 * c[at][t] * (s + 1);
            b[s] = source[at][s] + 0.5 * (c[at - 1][s] + c[at - row][s] + c[at - plane][s]) + 0.1 * c[at + 1][s];
          }
          for (int p = 0; p < SPECIES; p++)
            for (int s = p + 1; s < SPECIES; s++) {
              double factor = a[s][p] / a[p][p];
              for (int t = p; t < SPECIES; t++) a[s][t] -= factor * a[p][t];
              b[s] -= factor * b[p];
            }
          for (int s = SPECIES - 1; s >= 0; s--) {
            for (int t = s + 1; t < SPECIES; t++) b[s] -= a[s][t] * b[t];
            b[s] /= a[s][s];
            c[at][s] = b[s];
          }
        }
      }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 8;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  long all = (long)(n + 2) * (n + 2) * (n + 2);
  long middle = ((long)(n / 2) * (n + 2) + n / 2) * (n + 2) + n / 2;
  double(*c)[SPECIES] = malloc((size_t)all * sizeof *c);
  double(*source)[SPECIES] = malloc((size_t)all * sizeof *source);
  if (c == NULL || source == NULL) return 1;
  for (long i = 0; i < all; i++)
    for (int s = 0; s < SPECIES; s++) {
      c[i][s] = 0.1 * s;
      source[i][s] = (double)((i + s) % 7) * 0.1;
    }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      source[r % all][0] = 0.3;
      sweep(n, c, (const double(*)[SPECIES])source);
      sum += c[middle][1];
    } else {
      sweep(n, c, (const double(*)[SPECIES])source);
    }
  }
  printf("%.8g %.8g\n", sum, c[middle][2]);
  free(c);
  free(source);
  return 0;
}
