/* Elements of other rows that are found by an index and a row's length.  expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

static void even_rows(int n, int m, double *u)
{
#pragma omp parallel for
  for (int i = 2; i < n - 1; i += 2)
    for (int j = 0; j < m; j++) {
      int at = i * m + j;
      u[at] = 0.5 * (u[at - m] + u[at + m]);
    }
}

static void mirrored(int n, int m, double *u)
{
#pragma omp parallel for
  for (int i = 0; i < n / 2; i++)
    for (int j = 0; j < m; j++) {
      double *row = &u[2 * i * m];
      row[j] += row[m + m - 1 - j];
    }
}

static void every_other_plane(int nx, int ny, int nz, float *v)
{
#pragma omp parallel for
  for (int z = 1; z < nz - 1; z += 2)
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        int at = (z * ny + y) * nx + x;
        v[at] = v[at - nx * ny] + v[at + nx * ny + nx] - v[at + nx * ny - nx];
      }
}

static void running(int n, int m, double *u)
{
#pragma omp parallel for
  for (int i = 0; i < n / 4; i++)
    for (int j = 0; j < m; j++)
      u[4 * i * m + m + j] = u[4 * i * m + 2 * m - 1 - j] + 1; /* the row itself, backwards: not parallel */
}

int main(void)
{
  static double u[40 * 30];
  static float v[8 * 9 * 10];
  for (int i = 0; i < 40 * 30; i++)
    u[i] = i * 7 % 13;
  for (int i = 0; i < 8 * 9 * 10; i++)
    v[i] = (float)(i * 5 % 11);
  even_rows(40, 30, u);
  mirrored(40, 30, u);
  every_other_plane(8, 9, 10, v);
  running(40, 30, u);
  double sum = 0, other = 0;
  for (int i = 0; i < 40 * 30; i++)
    sum += u[i] * (i % 7 + 1);
  for (int i = 0; i < 8 * 9 * 10; i++)
    other += v[i] * (i % 7 + 1);
  printf("%g %g\n", sum, other);
  return 0;
}
