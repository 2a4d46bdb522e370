/* Lines that each iteration fills up to a bound, and reads at fixed elements: a launch looks at the bound.  Where it
 * is too small, what the elements held before counts, and the CPU runs the loop.
 * expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>

#define N 64

struct cell {
  double value, slope;
};

static int grid[3];
static double out[N][N], line[N], rows[N][5];
static double seven[N] = {[3] = 7, [4] = 8};
static struct cell cells[N];
#pragma omp threadprivate(line, rows, seven, cells)

static void print(const char *name)
{
  double sum = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      sum += out[i][j] * (i * 3 % 7 + j % 5);
      out[i][j] = 0;
    }
  printf("%s %d %d: %.6f\n", name, grid[0], grid[1], sum);
}

static void exact(double x, double *to)
{
  for (int m = 0; m < 5; m++)
    to[m] = x * (m + 1);
}

/* Two loops in a region, the bounds are elements of a static array. */
static void sweeps(void)
{
#pragma omp parallel
  {
    double at[5];
    int i, j, m;

#pragma omp for
    for (i = 1; i < grid[0] - 1; i++) {
      for (j = 0; j < grid[1]; j++) {
        exact(i * 0.5 + j, at);
        for (m = 0; m < 5; m++)
          rows[j][m] = at[m];
        line[j] = at[0] * at[1];
      }
      for (j = 1; j < grid[1] - 1; j++)
        out[i][j] = line[j - 1] - 2 * line[j] + line[j + 1] + rows[j][2];
      j = 1;
      out[i][j] += rows[j + 2][4] - line[3];
      j = grid[1] - 3;
      out[i][j] += line[j - 1];
    }
#pragma omp for
    for (j = 1; j < grid[1] - 1; j++) {
      for (i = 0; i < grid[0]; i++)
        line[i] = out[i][j] * 0.25;
      for (i = 1; i < grid[0] - 1; i++)
        out[i][j] += line[i - 1] + line[i + 1] + line[4];
    }
  }
}

/* Where the bound is small, the element has its first value. */
static void first_values(int n)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < n; j++)
      seven[j] = i + j;
    out[i][1] = seven[3] - seven[0];
  }
}

static void copied_in(int n)
{
  double own[N];

  for (int j = 0; j < N; j++)
    own[j] = 100 + j;
#pragma omp parallel for firstprivate(own)
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < n; j++)
      own[j] = i * j;
    out[i][2] = own[5] + own[n - 1];
  }
}

/* Each iteration has a bound of its own; the condition is about the smallest of them. */
static void triangle(int n, int m)
{
  double own[N];

#pragma omp parallel for private(own)
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n - i; j++)
      own[j] = i + 2 * j;
    out[i][3] = own[1];
  }
}

static void structures(int n)
{
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < N; i++) {
    for (int j = n; j > 0; j--) {
      cells[j].value = i * j;
      cells[j].slope = i - j;
    }
    out[i][4] = cells[2].value + cells[2].slope;
  }
}

int main(void)
{
  static const int sizes[] = {2, 3, 4, 5, 24, 50};

  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    const int n = sizes[k];

    first_values(n);
    copied_in(n);
    triangle(n + 12, n);
    if (n > 2)
      structures(n);
    grid[0] = n + 2;
    grid[1] = n;
    print("bounds");
    if (n > 4) {
      sweeps();
      print("sweeps");
    }
  }
  grid[1] = 2; /* no iteration reads a line */
  grid[0] = 2;
  sweeps();
  print("empty");
  return 0;
}
