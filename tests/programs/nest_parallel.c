/* Inner loops that are parallel become dimensions: scalars, private arrays, functions, any direction of counting.
 * expect: offloaded=7 */
#include <stdio.h>
#include <stdlib.h>

#define N 13
#define M 17

static double a[N][M], b[N][M], c[N][M], cube[N][M][5];
static int sums[N];

static double mean(double (*rows)[M], int i, int j)
{
  return 0.5 * (rows[i][j] + rows[i][(j + 1) % M]);
}

static void line(int axis, int i, int j)
{
  const int di = axis == 0, dj = axis == 1;
  double own[M];
  int p;

  for (p = 0; p < N; p++)
    own[p] = b[i + p * di][j + p * dj];
  for (p = 1; p < N; p++)
    c[i + p * di][j + p * dj] = own[p] - own[p - 1];
}

int main(int argc, char **argv)
{
  int i, j, m, n = argc + 8, start = argc, total = 0;
  double scale, check = 0.0, *p = malloc(N * M * sizeof *p), *q = malloc(N * M * sizeof *q);

  if (p == NULL || q == NULL)
    return argv[0][0];
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++) {
      b[i][j] = (i * 7 + j * 3) % 11;
      q[i * M + j] = (i + 2 * j) % 5;
    }
#pragma omp parallel for private(j, scale)
  for (i = 0; i < N; i++) {
    scale = i + 1.0;
    for (j = M - 1; j >= 0; j -= 2)
      a[i][j] = scale * mean(b, i, j);
  }
#pragma omp parallel for private(j, m)
  for (i = 0; i < N; i++)
    for (j = start; j < n; j++)
      for (m = 0; m < 5; m++)
        cube[i][j][m] = a[i][j] + m;
#pragma omp parallel for private(i)
  for (j = 0; j < M; j++)
    line(0, 0, j);
#pragma omp parallel for
  for (unsigned u = 0; u < (unsigned)N; u++)
    for (unsigned long v = 1; v < (unsigned long)n; v++) {
      if (v == 3)
        continue;
      p[u * M + v] = q[u * M + v] + 1.0;
    }
#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = i; j < n; j++)
      a[i][j] += 100.0;
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < N - i; j++)
      b[j][i] = -b[j][i];
#pragma omp parallel for private(j) reduction(+ : total)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      total += (i * j) % 7;
  for (i = 0; i < N; i++) {
    sums[i] = total;
    for (j = 0; j < M; j++) {
      check += a[i][j] * (i + 1) - b[i][j] * (j + 2) + c[i][j] * (i - j);
      for (m = 0; m < 5; m++)
        check += cube[i][j][m] * (m + 1);
      if (j > 0 && j < n && j != 3)
        check += p[i * M + j];
    }
  }
  printf("%d %.12g\n", sums[3], check);
  free(p);
  free(q);
  return 0;
}
