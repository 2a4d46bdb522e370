/* expect: offloaded=7 idle=2
 * Gauss-Seidel relaxation of a grid in three dimensions, plane by plane: pipelines by flags and by `depend`, forth
 * and back in each dimension, in a region and in functions, whose loops have no kernels then; also of empty grids. */
#include <stdio.h>
#include <stdlib.h>

#define P 14
#define R 19
#define C 23

static double u[P][R][C], f[P][R][C], scale[R][C];
static int done[R], planes = P, last_plane;

/* By flags, in the code of the region; the counter is read behind the loop. */
static void forth(int rows, int columns)
{
  int i, j, k;
#pragma omp parallel private(i, j, k)
  {
    double old;
    for (k = 1; k < planes - 1; k++) {
#pragma omp for schedule(static) nowait private(old)
      for (i = 1; i < rows - 1; i++) {
        if (i > 1)
          while (done[i - 1] < k) {
#pragma omp flush
          }
        for (j = 1; j < columns - 1; j++) {
          old = u[k][i][j];
          u[k][i][j] = 0.4 * old + 0.1 * (u[k - 1][i][j] + u[k + 1][i][j] + u[k][i - 1][j] + u[k][i + 1][j] +
                                          u[k][i][j - 1] + u[k][i][j + 1]) + f[k][i][j];
        }
        done[i] = k;
#pragma omp flush
      }
    }
#pragma omp single
    last_plane = k;
  }
}

/* By `depend`; planes and columns go back, rows forth. */
static void back(int rows, int columns)
{
#pragma omp parallel
  for (int k = planes - 2; k >= 1; k--) {
#pragma omp for ordered(1)
    for (int i = 1; i <= rows - 2; i++) {
#pragma omp ordered depend(sink : i - 1)
      for (int j = columns - 2; j > 0; j--) {
        double sum = u[k + 1][i][j] + u[k][i - 1][j] + u[k][i][j + 1];
        u[k][i][j] = 0.6 * u[k][i][j] + 0.1 * sum;
      }
#pragma omp ordered depend(source)
    }
  }
}

/* A parallel loop before the pipeline, in functions, with values that the first one computes. */
static void weigh(int k, double by)
{
  double half = 0.5 * by;
#pragma omp for
  for (int i = R - 2; i >= 1; i--)
    for (int j = 1; j < C - 1; j++)
      scale[i][j] = half + 0.1 * f[k][i][j];
}

static void solve(double v[P][R][C], int plane)
{
  int row, column;
#pragma omp for nowait
  for (row = R - 2; row >= 1; row--) {
    if (row < R - 2)
      while (done[row + 1] < plane) {
#pragma omp flush
      }
    for (column = 1; column < C - 1; column++)
      v[plane][row][column] =
        (v[plane][row][column] + v[plane][row + 1][column] + v[plane][row][column - 1] * scale[row][column]) / 3;
    done[row] = plane;
#pragma omp flush
  }
}

static void sweep(double v[P][R][C])
{
  for (int k = 1; k < planes - 1; k++) {
    weigh(k, 1.25);
    solve(v, k);
#pragma omp barrier
  }
}

static void clear(void)
{
#pragma omp parallel for
  for (int i = 0; i < R; i++)
    done[i] = 0;
#pragma omp flush
}

int main(int argc, char **argv)
{
  double sum = 0;
  (void)argv;
#pragma omp parallel for
  for (int k = 0; k < P; k++)
    for (int i = 0; i < R; i++)
      for (int j = 0; j < C; j++) {
        u[k][i][j] = (k * 7 + i * 5 + j * 3) % 17 * 0.1;
        f[k][i][j] = ((k + i * j) % 9 - 1) * 0.01;
      }
  for (int step = 0; step < 3; step++) {
    clear();
    forth(R, C);
    back(R, C);
    clear();
#pragma omp parallel
    sweep(u);
    printf("%d %d\n", last_plane, done[3]);
  }
  clear();
  forth(2 * argc, C);
  back(R, argc);
  planes = argc + 1;
  forth(R, C);
  printf("%d %d\n", last_plane, done[3]);
  for (int k = 0; k < P; k++)
    for (int i = 0; i < R; i++)
      for (int j = 0; j < C; j++)
        sum += u[k][i][j] * ((k + i * 3 + j) % 7 + 1);
  printf("%.12e %.12e\n", sum, scale[3][4]);
  return 0;
}
