/* Blocks of lines that an iteration works on at once, in scratch arrays with a place for each line.
 * expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 24, M = 48, BLOCK = 12, PAD = 14 };

static double grid[N][M][N], out[N][M][N], weight[N], carried[N][M];
static double line[M][N];
static int lines = BLOCK;

/* One sweep through a block, from one scratch array to the other. */
static void stage(int n, int block, int step, double from[N][PAD], double to[N][PAD])
{
  for (int i = 0; i < n; i++) {
    int other = (i + step) % n;
    double w = weight[i] * step;
    for (int j = 0; j < block; j++) {
      double a = from[i][j], b = from[other][j];
      to[i][j] = a * 0.5 + b * w;
    }
  }
}

static void transform(int n, int block, double one[N][PAD], double two[N][PAD])
{
  for (int s = 1; s <= 4; s += 2) {
    stage(n, block, s, one, two);
    if (s == 3)
      break;
    stage(n, block, s + 1, two, one);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < block; j++)
      one[i][j] = two[i][j];
}

static void along(int n, int block)
{
  double y0[N][PAD], y1[N][PAD];
  int i, j, k, jj;

#pragma omp parallel for private(i, j, jj, y0, y1)
  for (k = 0; k < n; k++)
    for (jj = 0; jj <= M - block; jj += block) {
      for (j = 0; j < block; j++)
        for (i = 0; i < n; i++)
          y0[i][j] = grid[k][j + jj][i];
      transform(n, block, y0, y1);
      for (j = 0; j < block; j++)
        for (i = 0; i < n; i++)
          out[k][j + jj][i] = y0[i][j];
    }
}

/* Tridiagonal systems, side by side. */
static void systems(int count)
{
#pragma omp parallel for
  for (int k = 0; k < N; k++) {
    double c[N][M], d[N][M];
    double first = weight[k] + 2;
    for (int j = 0; j < count; j++) {
      c[0][j] = 0.5 / first;
      d[0][j] = out[k][j][0] / first;
    }
    for (int i = 1; i < N; i++) {
      double diagonal = 3 + weight[i];
      for (int j = 0; j < count; j++) {
        double scale = 1 / (diagonal - c[i - 1][j]);
        c[i][j] = 0.5 * scale;
        d[i][j] = (out[k][j][i] - d[i - 1][j]) * scale;
      }
    }
    for (int j = 0; j < count; j++)
      grid[k][j][N - 1] = d[N - 1][j];
    for (int i = N - 2; i >= 0; i--)
      for (int j = 0; j < count; j++)
        grid[k][j][i] = d[i][j] - c[i][j] * grid[k][j][i + 1];
  }
}

/* What must stay as it is: a line reads its neighbour's scratch, */
static void neighbours(int count)
{
#pragma omp parallel for
  for (int k = 0; k < N; k++) {
    double t[M];
    for (int j = 0; j < count; j++)
      t[j] = out[k][j][0];
    for (int j = 0; j < count; j++)
      carried[k][j] = t[j] + t[count - 1 - j];
  }
}

/* or a value goes from line to line, */
static void running(int count)
{
#pragma omp parallel for
  for (int k = 0; k < N; k++) {
    double t[M], sum = 0;
    for (int j = 0; j < count; j++) {
      sum += carried[k][j];
      t[j] = sum;
    }
    for (int j = 0; j < count; j++)
      carried[k][j] = t[j] * 0.25;
  }
}

/* or something else happens once, */
static void once(int count)
{
#pragma omp parallel for
  for (int k = 0; k < N; k++) {
    double t[M];
    for (int j = 0; j < count; j++)
      t[j] = line[j][k];
    weight[k] += 0.01;
    for (int j = 0; j < count; j++)
      line[j][k] = t[j] * weight[k];
  }
}

/* or lines write what others read. */
static void shifted(int count)
{
#pragma omp parallel for
  for (int k = 0; k < N; k++) {
    double t[M + 1];
    for (int j = 0; j < count; j++)
      t[j] = line[j][k];
    for (int j = 0; j < count; j++)
      line[(j + 1) % count][k] = t[j] + 1;
    for (int j = 0; j < count; j++)
      carried[k][j] += line[j][k];
  }
}

int main(int argc, char **argv)
{
  double check = 0;
  int count = argc > 1 ? atoi(argv[1]) : M;

  for (int k = 0; k < N; k++) {
    weight[k] = k % 5 * 0.1;
    for (int j = 0; j < M; j++) {
      line[j][k] = (j * k) % 9;
      for (int i = 0; i < N; i++)
        grid[k][j][i] = (i * 3 + j * 5 + k * 7) % 11;
    }
  }
  for (int round = 0; round < 3; round++) {
    along(N, lines);
    systems(count);
    neighbours(count);
    running(count - round);
    once(count);
    shifted(count);
    along(N, lines / 2);
    systems(round - 1); /* sometimes no line at all */
  }
  for (int k = 0; k < N; k++)
    for (int j = 0; j < M; j++) {
      check += carried[k][j] * (j % 3) + line[j][k];
      for (int i = 0; i < N; i++)
        check += grid[k][j][i] + out[k][j][i] * (i % 2);
    }
  printf("%.10g\n", check);
  return 0;
}
