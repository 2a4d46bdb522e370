/* Loops over the points of a grid beside loops over its lines, which lanes share: one kernel where each point's work is
   that of one line.  expect: offloaded=7 */
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define LAST (N - 2)

static double field[N][N][N], weight[N][N][N], other[N][N][N], rows[N][N + 1];

/* A recurrence along an axis: (k, j, i) is where the line begins. */
static void solve_line(int axis, int k, int j, int i, int last)
{
  int p;
  double bands[N][6], x[N];
  const int dk = axis == 2, dj = axis == 1, di = axis == 0;

  for (p = 1; p <= last; p++) {
    bands[p][0] = 3.0 + weight[k + p * dk][j + p * dj][i + p * di];
    bands[p][1] = -0.5;
    bands[p][2] = bands[p][3] = 0.125 * p;
    bands[p][4] = bands[p][5] = 0.25;
    x[p] = field[k + p * dk][j + p * dj][i + p * di];
  }
  for (p = 1; p <= last; p++) {
    bands[p][1] /= bands[p][0];
    x[p] /= bands[p][0];
    if (p < last) {
      bands[p + 1][0] += 0.5 * bands[p][1];
      x[p + 1] += 0.25 * x[p];
    }
  }
  for (p = last - 1; p >= 1; p--)
    x[p] -= bands[p][1] * x[p + 1];
  for (p = 1; p <= last; p++)
    field[k + p * dk][j + p * dj][i + p * di] = x[p] + bands[p][2] - bands[p][3] + bands[p][4] - bands[p][5];
}

static void scale(double by)
{
  int k, j, i;

#pragma omp for
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      for (i = 1; i <= LAST; i++)
        field[k][j][i] *= by;
}

static void weigh(int last)
{
  int k, j, i;
  double sum;

#pragma omp for
  for (k = 1; k <= last; k++)
    for (j = 1; j <= last; j++)
      for (i = 1; i <= last; i += 2) {
        sum = weight[k][j][i] + weight[k][j][i + 1];
        other[k][j][i] = 0.5 * sum * field[k][j][i];
        other[k][j][i + 1] = 0.25 * sum * field[k][j][i + 1];
      }
}

/* Reads points of neighbouring lines along z and y, not along x. */
static void average(void)
{
  int k, j, i;

#pragma omp for
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      for (i = 1; i <= LAST; i++)
        other[k][j][i] += 0.5 * (field[k][j][i - 1] + field[k][j][i + 1]);
}

static void solve_x(int last)
{
  int k, j;

#pragma omp for
  for (k = 1; k <= last; k++)
    for (j = 1; j <= last; j++)
      solve_line(0, k, j, 0, last);
}

static void solve_y(int last)
{
  int k, i;

#pragma omp for
  for (k = 1; k <= last; k++)
    for (i = 1; i <= last; i++)
      solve_line(1, k, 0, i, last);
}

static void solve_z(void)
{
  int j, i;

#pragma omp for
  for (j = 1; j <= LAST; j++)
    for (i = 1; i <= LAST; i++)
      solve_line(2, 0, j, i, LAST);
}

/* One line is a whole plane's row of sums. */
static void sum_rows(void)
{
  int k, j;

#pragma omp for
  for (k = 1; k <= LAST; k++) {
    for (j = 1; j <= LAST; j++)
      rows[k][j] += 0.5 * field[k][j][1];
    for (j = 2; j <= LAST; j++)
      rows[k][j] += 0.125 * rows[k][j - 1];
  }
}

static double total(const double *x, int n)
{
  double sum = 0.0;
  int i;

  for (i = 0; i < n; i++)
    sum += x[i] * (1 + i % 13);
  return sum;
}

static void steps(int times, int last)
{
  int step;

#pragma omp parallel private(step)
  for (step = 0; step < times; step++) {
    scale(0.75);
    solve_x(LAST);
    average();
    solve_z();
    scale(step % 2 ? 1.5 : 0.5);
    average();
    solve_x(last);
    weigh(last);
    solve_y(last);
    sum_rows();
  }
}

int main(int count, char **words)
{
  int k, j, i;
  const int last = count > 1 ? atoi(words[1]) : LAST;

  for (k = 0; k < N; k++)
    for (j = 0; j < N; j++)
      for (i = 0; i < N; i++) {
        field[k][j][i] = (k * 5 + j * 7 + i * 3) % 11 - 4.5;
        weight[k][j][i] = (k + j * 2 + i) % 4 * 0.25;
      }
  steps(3, last);
  printf("%g %g %g\n", total(field[0][0], N * N * N), total(other[0][0], N * N * N), total(rows[0], N * (N + 1)));
  return 0;
}
