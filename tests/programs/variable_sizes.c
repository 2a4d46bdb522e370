/* Sizes of arrays whose lengths are variables: of an iteration's own, of rows, of types.
 * expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double middle(int m, const double row[m])
{
  double sorted[m];
  memcpy(sorted, row, sizeof sorted);
  for (int a = 1; a < m; a++) {
    double v = sorted[a];
    int b = a - 1;
    for (; b >= 0 && sorted[b] > v; b--)
      sorted[b + 1] = sorted[b];
    sorted[b + 1] = v;
  }
  return sorted[(sizeof sorted / sizeof sorted[0]) / 2];
}

int main(int argc, char **argv)
{
  int n = argc > 5 ? atoi(argv[1]) : 37, m = 21;
  double(*from)[m] = malloc(sizeof(double[n][m])), (*to)[m] = calloc((size_t)n, sizeof *to);
  double(*box)[3][m] = malloc(sizeof(double[n][3][m]));
  size_t *bytes = calloc((size_t)n, sizeof *bytes);
  double *half = malloc(n * sizeof *half), check = 0.0;

  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      from[i][k] = (i * 37 + k * 101) % 97;

#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double own[m];
    memcpy(own, from[i], sizeof own);
    for (int k = 1; k < m; k++)
      own[k] += own[k - 1];
    memcpy(to[i], own, sizeof(own));
  }

#pragma omp parallel for
  for (int i = 0; i < n; i++)
    half[i] = middle(m, from[i]);

#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      memset(box[i][j], 0, sizeof box[i][j]);

#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    memcpy(box[i][i % 3], to[i], sizeof *to);
    bytes[i] = sizeof box[i] + sizeof(int[m][2]) + sizeof *from;
  }

#pragma omp parallel for
  for (int i = 0; i < n; i++)
    memmove(to[i], to[i] + 1, sizeof to[i] - sizeof to[i][0]);

  for (int i = 0; i < n; i++) {
    check += (double)bytes[i] + half[i] * i;
    for (int k = 0; k < m; k++)
      check += to[i][k] * (k + 1) + box[i][i % 3][k] + box[i][(i + 1) % 3][k];
  }
  printf("%.12g\n", check);
  return 0;
}
