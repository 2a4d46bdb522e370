/* Blocks of lines are copied to a thread's own array, which a function transforms with a second one as its partner,
 * to and fro, and copied back; extents and the number of passes lie in memory.  expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>

#define N 32
#define LINES 12
#define BLOCK 4
#define PAD 5

typedef struct {
  double re, im;
} pair;

static pair grid[LINES][N], turned[N][LINES], factor[N];
static int block, extent[2], used;

/* One pass from one array to the other, which differs from line to line and direction to direction. */
static void pass(int sign, int length, int count, int width, pair from[N][PAD], pair to[N][PAD])
{
  int half = count / 2;

  for (int group = 0; group < half / length; group++) {
    pair w = factor[(group * length) % N];
    if (sign < 0)
      w.im = -w.im;
    for (int k = 0; k < length; k++)
      for (int j = 0; j < width; j++) {
        pair x = from[group * length + k][j], y = from[group * length + k + half][j];
        to[2 * group * length + k][j].re = x.re + y.re;
        to[2 * group * length + k][j].im = x.im + y.im;
        to[(2 * group + 1) * length + k][j].re = w.re * (x.re - y.re) - w.im * (x.im - y.im);
        to[(2 * group + 1) * length + k][j].im = w.re * (x.im - y.im) + w.im * (x.re - y.re);
      }
  }
}

static void transform(int sign, int passes, int count, pair x[N][PAD], pair y[N][PAD])
{
  int p, length = 1;

  if (passes > used || (sign != 1 && sign != -1)) {
    printf("%d passes of %d\n", passes, used);
    exit(1);
  }
  for (p = 1; p <= passes; p += 2) {
    pass(sign, length, count, block, x, y);
    length *= 2;
    if (p == passes)
      break;
    pass(sign, length, count, block, y, x);
    length *= 2;
  }
  if (passes % 2)
    for (int i = 0; i < count; i++)
      for (int j = 0; j < block; j++) {
        x[i][j].re = y[i][j].re;
        x[i][j].im = y[i][j].im;
      }
}

static int passes_of(int n)
{
  int found = 0;
  while (1 << found < n)
    found++;
  return found;
}

/* Along the rows, a block of rows at a time. */
static void rows(int sign, int d[2], pair in[LINES][N], pair out[LINES][N])
{
  int passes[2];

  for (int i = 0; i < 2; i++)
    passes[i] = passes_of(d[i]);
#pragma omp parallel
  {
    pair x[N][PAD], y[N][PAD];
#pragma omp for
    for (int first = 0; first <= d[1] - block; first += block) {
      for (int j = 0; j < block; j++)
        for (int i = 0; i < d[0]; i++) {
          x[i][j].re = in[first + j][i].re;
          x[i][j].im = in[first + j][i].im;
        }
      transform(sign, passes[0], d[0], x, y);
      for (int j = 0; j < block; j++)
        for (int i = 0; i < d[0]; i++)
          out[first + j][i] = x[i][j];
    }
  }
}

/* Along the columns, several blocks in each iteration; the direction decides where the values come from. */
static void columns(int sign, int d[2], pair in[LINES][N], pair out[N][LINES])
{
  int passes = passes_of(d[0]);
  pair x[N][PAD], y[N][PAD];

#pragma omp parallel for private(x, y)
  for (int half = 0; half < 3; half++)
    for (int ii = 0; ii + block <= d[1] / 3; ii += block) {
      for (int i = 0; i < d[0]; i++)
        for (int j = 0; j < block; j++) {
          int line = half * (d[1] / 3) + ii + j;
          if (sign == 1) {
            x[i][j].re = in[line][i].re;
            x[i][j].im = in[line][i].im;
          } else {
            x[i][j].re = in[line][i].im;
            x[i][j].im = in[line][i].re;
          }
        }
      transform(sign, passes, d[0], x, y);
      for (int i = 0; i < d[0]; i++)
        for (int j = 0; j < block; j++)
          out[i][half * (d[1] / 3) + ii + j] = x[i][j];
    }
}

int main(void)
{
  double re = 0, im = 0;

  block = BLOCK;
  used = 6;
  extent[0] = N;
  extent[1] = LINES;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    factor[i].re = 1.0 - i * 0.03125;
    factor[i].im = i * 0.015625;
  }
#pragma omp parallel for
  for (int l = 0; l < LINES; l++)
    for (int i = 0; i < N; i++) {
      grid[l][i].re = (l * 7 + i * 3) % 13;
      grid[l][i].im = (l + i) % 5;
    }
  rows(1, extent, grid, grid);
  columns(-1, extent, grid, turned);
  rows(-1, extent, grid, grid);
#pragma omp parallel for reduction(+ : re, im)
  for (int l = 0; l < LINES; l++)
    for (int i = 0; i < N; i++) {
      re += grid[l][i].re * (1 + (l + i) % 3) + turned[i][l].re;
      im += grid[l][i].im * (1 + (l * i) % 3) - turned[i][l].im;
    }
  printf("%.6e %.6e\n", re, im);
  return 0;
}
