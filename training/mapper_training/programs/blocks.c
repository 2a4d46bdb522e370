/* Systems of 4 x 4 blocks along the rows of a cube: elimination forth and substitution back, a row at a time. */
#include <stdio.h>
#include <stdlib.h>

enum { PARTS = 4, LONGEST = 256 };

/* r -= a r of the block before; the block's own matrix is diag + a small part of a, inverted by three terms. */
static void solve(int n, const double a[][PARTS][PARTS], double r[][PARTS], double work[][PARTS])
{
  for (int i = 0; i < n; i++) {
    for (int m = 0; m < PARTS; m++) {
      double sum = r[i][m];
      for (int p = 0; p < PARTS && i > 0; p++) sum -= a[i][m][p] * work[i - 1][p];
      work[i][m] = sum;
    }
    for (int m = 0; m < PARTS; m++) {
      double sum = work[i][m];
      for (int p = 0; p < PARTS; p++) sum -= 0.1 * a[i][m][p] * work[i][p];
      work[i][m] = sum / (1.0 + 0.01 * sum * sum);
    }
  }
  for (int i = n - 1; i >= 0; i--)
    for (int m = 0; m < PARTS; m++) {
      double sum = work[i][m];
      for (int p = 0; p < PARTS && i < n - 1; p++) sum -= a[i][p][m] * r[i + 1][p];
      r[i][m] = sum;
    }
}

static void lines(int n, const double a[n][n][n][PARTS][PARTS], double r[n][n][n][PARTS])
{
#pragma omp parallel for
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++) {
      double work[LONGEST][PARTS];
      solve(n, a[k][j], r[k][j], work);
    }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 8, middle = n / 2;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double(*a)[n][n][PARTS][PARTS] = malloc((size_t)n * sizeof *a), (*r)[n][n][PARTS] = malloc((size_t)n * sizeof *r);
  double sum = 0.0;
  if (a == NULL || r == NULL || n > LONGEST) return 1;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        for (int m = 0; m < PARTS; m++) {
          r[k][j][i][m] = (double)((i + j + k + m) % 7);
          for (int p = 0; p < PARTS; p++) a[k][j][i][m][p] = 0.01 * (double)((i + m * p + j) % 11);
        }
  for (int t = 0; t < repeats; t++) {
    lines(n, (const double(*)[n][n][PARTS][PARTS])a, r);
    if (touch) {
      r[t % n][middle][middle][0] += 1.0;
      sum += r[middle][middle][middle][1];
    }
  }
  printf("%.8g %.8g\n", sum, r[middle][middle][middle][2]);
  free(a);
  free(r);
  return 0;
}
