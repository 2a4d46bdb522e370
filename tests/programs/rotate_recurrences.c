/* Recurrences whose elements can stay in variables, and loops where they can't.  expect: offloaded=5 */
#include <stdio.h>

#define N 37
#define ROWS 29

static double field[ROWS][N + 4], other[ROWS][N + 4], sums[ROWS];
static long counts[ROWS][N + 4];

/* Five bands; the m-th right-hand sides.  Bounds come from outside, so that loops may run not at all. */
static void eliminate(int from, int to, double band[N + 4][3], double x[N + 4][2])
{
  int p, m;
  double factor;

  for (p = from; p <= to; p++) {
    factor = 1.0 / band[p][0];
    band[p][1] *= factor;
    for (m = 0; m < 2; m++)
      x[p][m] *= factor;
    if (p < to) {
      factor = band[p + 1][2];
      band[p + 1][0] -= factor * band[p][1];
      for (m = 0; m < 2; m++)
        x[p + 1][m] -= factor * x[p][m];
    }
    if (p + 1 < to)
      x[p + 2][1] += 0.125 * x[p][0] - x[p + 1][1];
  }
  for (m = 0; m < 2; m++)
    for (p = to - 1; p >= from; p--)
      x[p][m] -= band[p][1] * x[p + 1][m] + 0.0625 * x[p + 2][m];
}

static void solve(int row, int from, int to)
{
  int p;
  double band[N + 4][3], x[N + 4][2];

  for (p = 0; p < N + 4; p++) {
    band[p][0] = 3.0 + field[row][p];
    band[p][1] = -0.5;
    band[p][2] = 0.25 + 0.01 * p;
    x[p][0] = field[row][p];
    x[p][1] = other[row][p];
  }
  eliminate(from, to, band, x);
  for (p = 0; p < N + 4; p++)
    field[row][p] = x[p][0] + 2.0 * x[p][1] + band[p][0] * band[p][1];
}

/* Windows of two to five elements, up and down, of arrays that all work-items see, and of other types. */
static void along(int row, int n)
{
  long own[N + 4];

  for (int p = 4; p < n; p++)
    other[row][p] += 0.5 * other[row][p - 1] - 0.25 * other[row][p - 4];
  for (int p = n - 1; p > 1; --p)
    other[row][p - 2] = other[row][p] - (p % 3 ? other[row][p - 1] : 1.0);
  own[0] = row;
  own[1] = 1;
  for (unsigned p = 2; p < (unsigned)n; p++)
    own[p] = own[p - 1] + own[p - 2] % 1000;
  for (int p = 0; p < n; p++)
    counts[row][p] += own[p];
  for (int p = 0; p < n - 2; p++) {
    counts[row][p + 1] += counts[row][p];
    counts[row][p + 2]++;
  }
}

/* Rows of arrays as arguments: the caller knows which. */
static void add_scaled(double scale, const double factors[2][2], const double *x, double *y)
{
  int m, l;
  double sum;

  for (m = 0; m < 2; m++) {
    sum = 0.0;
    for (l = 0; l < 2; l++)
      sum += factors[m][l] * x[l];
    y[m] += scale * sum;
  }
}

static void substitute(int row, int n)
{
  int p, other;
  double blocks[N][2][2], x[N][2];

  for (p = 0; p < N; p++) {
    blocks[p][0][0] = blocks[p][1][1] = 0.5;
    blocks[p][0][1] = 0.01 * p;
    blocks[p][1][0] = 0.125 * (row % 3);
    x[p][0] = field[row][p];
    x[p][1] = p % 4;
  }
  for (p = n - 2; p >= 0; p--)
    add_scaled(-1.0, blocks[p], x[p + 1], x[p]);
  other = n / 2;
  for (p = 1; p < n; p++) {
    add_scaled(0.25, blocks[p], x[p - 1], x[p]);
    add_scaled(0.0625, blocks[0], x[other], x[p]);
  }
  for (p = 0; p < N; p++)
    field[row][p] = x[p][0] - x[p][1];
}

static double last(const double *values, int n)
{
  return values[n - 1];
}

/* Loops that stay as they are: elements meet in ways that a window does not show. */
static void apart(int row, int n, int m)
{
  double a[N + 4][3], b[N + 4], *beside = b + 1;
  int p;

  for (p = 0; p < N + 4; p++) {
    a[p][0] = field[row][p];
    a[p][1] = other[row][p];
    a[p][2] = b[p] = 1.0 + p;
  }
  for (p = 1; p < n; p++) {
    a[p][m] += 0.5 * a[p - 1][m];
    a[p][0] -= 0.25 * a[p - 1][1];
  }
  for (p = 1; p < n; p++) {
    b[p] += 0.5 * b[p - 1];
    beside[p - 1] -= 1.0;
  }
  for (p = 0; p < n - 2; p++) {
    a[p][2] += a[p + 1][2];
    a[p + 2][2] = 0.5 * a[p][2];
  }
  for (p = 1; p < n; p++) {
    if (b[p] > 4.0)
      b[p] = 0.5 * b[p - 1];
    if (b[p] < -1000.0)
      break;
  }
  for (p = 2; p < n; p += 2)
    b[p] += b[p - 2];
  for (p = 1; p < n && m-- > 0; p++)
    b[p] += 0.5 * b[p - 1];
  for (p = 1; p < n && *beside < 100.0; p++)
    b[p] += 0.5 * b[p - 1];
  for (p = 1; p < n; p++) {
    b[p] += b[p - 1];
    a[p][0] += last(b, p + 1);
  }
  for (p = 0; p < n; p++)
    sums[row] += a[p][0] + 2.0 * a[p][1] + 3.0 * a[p][2] + b[p];
}

int main(void)
{
  for (int row = 0; row < ROWS; row++)
    for (int p = 0; p < N + 4; p++) {
      field[row][p] = 0.125 * ((row * 7 + p * 5) % 11);
      other[row][p] = 0.25 * ((row * 3 + p) % 7) - 0.5;
      counts[row][p] = (row + p) % 5;
    }

#pragma omp parallel for
  for (int row = 0; row < ROWS; row++)
    solve(row, 1, row < 6 ? row : N);

#pragma omp parallel for
  for (int row = 0; row < ROWS; row++)
    substitute(row, row < 5 ? row : N);

#pragma omp parallel for
  for (int row = 0; row < ROWS; row++)
    along(row, row < 8 ? row : N + 4);

#pragma omp parallel for
  for (int row = 0; row < ROWS; row++)
    apart(row, row < 4 ? row : N, row % 3);

#pragma omp parallel for
  for (int row = 0; row < ROWS; row++) {
    double left = sums[row], x[N + 4];

    for (int p = 0; p < N + 4; p++)
      x[p] = field[row][p];
    for (int p = 1; p < N; p++) {
      x[p] -= 0.5 * x[p - 1] + 0.25 * other[row][p];
      left += x[p] * x[p - 1];
      other[row][p] = x[p + 1];
    }
    for (unsigned char p = (unsigned char)(N - 1 - row % 3); p != 255; p--) { /* ends when it wraps */
      x[p] += 0.5 * x[p + 1];
      x[p + 1] *= 0.25;
    }
    sums[row] = left + x[0] + 2.0 * x[1];
  }

  double check = 0.0;
  long total = 0;
  for (int row = 0; row < ROWS; row++)
    for (int p = 0; p < N + 4; p++) {
      check += (row + 1) * field[row][p] + (p + 1) * other[row][p];
      total += (p + 1) * counts[row][p];
    }
  printf("%.10g %ld\n", check, total);
  for (int row = 0; row < ROWS; row++)
    printf("%.10g %.10g\n", sums[row], field[row][row]);
  return 0;
}
