/* Loops of few iterations with triangular sums in them, and with scalars that inner loops and the code between them set in turn:
 * sums of elements that other rows or columns of the same array read, lines of several planes.  expect: offloaded=7 */
#include <stdio.h>

enum { N = 70, PLANES = 9 };

static double a[N][N], b[N][N], x[N][N];
static double field[PLANES][N][N], flux[PLANES][N][N], edge[PLANES][N];
static double here[N][N], there[N][N], last[PLANES][N];

static void fill(void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = i == j ? 2 : (i * 3 + j) % 3 - 1;
      b[i][j] = (i + 2 * j) % 5 - 2;
      x[i][j] = (i * j) % 4 - 1;
    }
  for (int p = 0; p < PLANES; p++)
    for (int y = 0; y < N; y++)
      for (int z = 0; z < N; z++) {
        field[p][y][z] = (p + y * z) % 7 - 3;
        flux[p][y][z] = (p * y + z) % 5;
        edge[p][y] = p - y % 3;
      }
}

/* Row i of the product with the transpose of a triangle, in place: from the last column on. */
static void times_triangle(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = n - 1; j >= 0; j--)
      for (int k = 0; k < j; k++)
        x[i][j] += a[j][k] * x[i][k];
}

/* The sums are as long as the row of the parallel loop; one of its columns is read by all others. */
static void rows_below(int n)
{
#pragma omp parallel for
  for (int i = n / 2; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (j % 2 == 0)
        x[i][j] -= 1;
      for (int k = 0; k < i; k++)
        x[i][j] += (a[i][k] + (k < j ? x[i][n - 1] : 1)) * b[j][k];
    }
}

/* Triangular systems with a row of right-hand sides, forward. */
static void solve(int n)
{
#pragma omp parallel for
  for (int c = 0; c < n; c++)
    for (int i = 0; i < n; i++)
      for (int k = 0; k < i; k++)
        x[c][i] -= (double)((int)(a[i][k] * x[c][k]) % 3);
}

/* Two scratch elements of each line are set by its points, by its end, and by the points of the last line. */
static void planes(int ny, int nz, double c)
{
#pragma omp parallel for
  for (int p = 0; p < PLANES; p++)
    for (int y = 0; y < ny; y++) {
      for (int z = 0; z < nz; z++) {
        here[p][y] = field[p][y][z] - field[p][y + 1][z] + c;
        there[p][y] = here[p][y] * 2 - flux[p][y][z];
        flux[p][y][z] = there[p][y] + edge[p][y];
      }
      here[p][y] = field[p][y][nz] - edge[p][y];
      there[p][y] = 2 * here[p][y] - flux[p][y][nz];
      flux[p][y][nz] = there[p][y] - here[p][y];
      for (int z = 0; z < nz; z++) {
        here[p][y] = field[p][ny][z] - edge[p][z];
        there[p][y] = here[p][y] - flux[p][y][z];
        flux[p][ny][z] = there[p][y] + c;
      }
      here[p][y] = field[p][ny][nz];
      there[p][y] = here[p][y] + c;
    }
}

/* The value that the points leave is read where the code between sets it on some lines only. */
static void left_behind(int ny, int nz)
{
#pragma omp parallel for
  for (int p = 0; p < PLANES; p++) {
    double t = 1;
    for (int y = 0; y < ny; y++) {
      for (int z = 0; z < nz; z++) {
        t = field[p][y][z] + z;
        flux[p][y][z] += t;
      }
      if (y < 3)
        t = -1;
      last[p][y] = t;
    }
  }
}

/* Set on all lines before it is read, and by a loop of its own between. */
static void set_again(int ny, int nz)
{
#pragma omp parallel for
  for (int p = 0; p < PLANES; p++) {
    double t = 1, s = 0;
    for (int y = 0; y < ny; y++) {
      for (int z = 0; z < nz; z++) {
        t = field[p][y][z] + z;
        flux[p][y][z] -= t;
      }
      t = y;
      for (int z = 0; z < nz; z++)
        flux[p][y][z] += t;
      s += t;
      last[p][y] += s;
    }
  }
}

/* What the points of a line leave is read by the next line, before its own points. */
static void next_line(int ny, int nz)
{
#pragma omp parallel for
  for (int p = 0; p < PLANES; p++) {
    double t = p;
    for (int y = 0; y < ny; y++) {
      last[p][y] -= t;
      for (int z = 0; z < nz; z++) {
        t = field[p][y][z] * 2;
        flux[p][y][z] += t;
      }
    }
  }
}

static void show(const char *name)
{
  double h = 0, g = 0, f = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      h += x[i][j] * ((i * 5 + j) % 11 - 4);
  for (int p = 0; p < PLANES; p++)
    for (int y = 0; y < N; y++) {
      f += last[p][y] * (p + y % 3) + here[p][y] * (y % 4) - there[p][y];
      for (int z = 0; z < N; z++)
        g += flux[p][y][z] * ((p + y * 3 + z) % 13 - 5);
    }
  printf("%s %.17g %.17g %.17g\n", name, h, g, f);
}

int main(void)
{
  fill();
  times_triangle(20);
  show("times_triangle");
  fill();
  rows_below(N - 1);
  show("rows_below");
  fill();
  solve(N);
  show("solve");
  planes(N - 1, N - 1, 2.0);
  show("planes");
  left_behind(N - 1, N);
  show("left_behind");
  set_again(N, N - 3);
  show("set_again");
  next_line(N - 2, N);
  show("next_line");
  return 0;
}
