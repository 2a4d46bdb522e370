/* expect: offloaded=2
   Relaxation by colours in rows that pointers lead to: of one block, of blocks of their own, that share elements,
   with an odd negative colour; and triangles, whose rows overlap beyond what is used. */
#include <stdio.h>
#include <stdlib.h>

static void relax(double **u, double **f, int n, int colour)
{
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2)
      u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] + f[i][j]);
}

static void triangle(double **t, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      t[i][j] = 0.5 * t[i][j] + i - j;
}

static double sum_of(double **u, int n)
{
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += u[i][j] * (1 + (i + 3 * j) % 7);
  return sum;
}

int main(void)
{
  int n = 45;
  double *block = calloc((n + 1) * n + n, sizeof *block), *packed = calloc(n * (n + 1) / 2, sizeof *packed);
  double **u = malloc(n * sizeof *u), **f = malloc(n * sizeof *f), **t = malloc(n * sizeof *t);

  for (int i = 0; i < n; i++) {
    u[i] = block + n + i * n;
    f[i] = malloc(n * sizeof **f);
    t[i] = packed + i * (i + 1) / 2;
    for (int j = 0; j < n; j++) {
      u[i][j] = (i * j) % 11;
      f[i][j] = (i + j) % 5 - 2;
    }
  }
  for (int s = 0; s < 6; s++)
    relax(u, f, n, s % 2);
  relax(f, u, n, 0);
  relax(u, f, n, -25);
  triangle(t, n);
  double sum = sum_of(u, n) + sum_of(f, n);
  for (int i = 0; i < n; i++)
    u[i] = block + i * (n - 3);
  relax(u, f, 3, 0); /* one row, with the first and the last, whose ends it shares */
  sum += u[1][1];
  for (int i = 0; i < n * (n + 1) / 2; i++)
    sum += packed[i] * (1 + i % 3);
  printf("%.10g\n", sum);
  for (int i = 0; i < n; i++)
    free(f[i]);
  free(block), free(packed), free(u), free(f), free(t);
  return 0;
}
