/* Loops of called functions: statements side by side whose loops one kernel runs, and others that must stay apart.
   expect: offloaded=12 */
#include <stdio.h>

#define N 11
#define PARTS 5

static double flux[N][N][N][PARTS], field[N][N][N][PARTS], speed[2][N][N][N], scratch[N][N][N];
static double line[64], other[64], third[32], fourth[32], sums[3];
static int bound = 60, used;

static double bend(double before, double here, double after)
{
  return before - 2.0 * here + after;
}

static double weigh(double before, double here, double after)
{
  double sum = before + after;
  return 0.5 * sum - here;
}

/* Each call is another kernel: constants decide what they read. */
static void add_slope(int axis, double factor)
{
  int k, j, i, m, jb, ib, ja, ia;
  const int dj = axis == 1, di = axis == 0;

#pragma omp for nowait
  for (k = 1; k < N - 1; k++)
    for (j = 1; j < N - 1; j++)
      for (i = 1; i < N - 1; i++) {
        jb = j - dj, ib = i - di;
        ja = j + dj, ia = i + di;
        for (m = 0; m < PARTS; m++) {
          flux[k][j][i][m] -= factor * field[k][ja][ia][m] * speed[axis][k][ja][ia];
          flux[k][j][i][m] += factor * field[k][jb][ib][m] * speed[axis][k][jb][ib];
        }
        flux[k][j][i][1 + axis] += 0.25 * speed[axis][k][j][i];
      }
}

static void add_bend(int axis)
{
  int k, j, i, m;
  const int dj = axis == 1, di = axis == 0;
  const float third = axis + 1 / 3.0;

#pragma omp for nowait
  for (k = 1; k < N - 1; k++)
    for (j = 1; j < N - 1; j++)
      for (i = 1; i < N - 1; i++)
        for (m = 0; m < PARTS; m++) {
          flux[k][j][i][m] += third * bend(field[k][j - dj][i - di][m], field[k][j][i][m], 2.0);
          flux[k][j][i][m] -= weigh(m, field[k][j + dj][i + di][m], speed[0][k][j][i]);
        }
}

static void set_flux(void)
{
  int k, j, i, m;

#pragma omp for nowait
  for (k = 1; k < N - 1; k++)
    for (j = 1; j < N - 1; j++)
      for (i = 1; i < N - 1; i++)
        for (m = 0; m < PARTS; m++)
          flux[k][j][i][m] = 0.5 * m;
}

/* All in one, the loop over the axes unrolled; its counter has its last value behind it. */
static void balance(void)
{
  int axis;

  set_flux();
  for (axis = 0; axis < 2; axis++) {
    add_slope(axis, 0.125);
    add_bend(axis);
  }
#pragma omp barrier
#pragma omp single
  used += axis;
}

static void correct(double scale)
{
  int k, j, i, m;

#pragma omp for
  for (k = 1; k < N - 1; k++)
    for (j = 1; j < N - 1; j++)
      for (i = 1; i < N - 1; i++)
        for (m = 0; m < PARTS; m++)
          field[k][j][i][m] += scale * flux[k][j][i][m];
}

/* Reads its neighbours: apart from what writes the field. */
static void smooth(void)
{
  int k, j, i;

#pragma omp for
  for (k = 1; k < N - 1; k++)
    for (j = 1; j < N - 1; j++)
      for (i = 1; i < N - 1; i++)
        scratch[k][j][i] = field[k][j - 1][i][0] + field[k][j + 1][i][0];
}

static void copy(double *to, const double *from, int first, int last)
{
  int i;

#pragma omp for
  for (i = first; i < last; i++)
    to[i] = from[i] + 1.0;
}

/* The bounds are only known when it runs, and this changes one. */
static void narrow(int last)
{
  int i;

#pragma omp for
  for (i = 0; i < last; i++)
    if (i == 7)
      bound = 50;
}

static void shift(double *to, const double *from, int last)
{
  int i;

#pragma omp for
  for (i = 0; i < last; i++)
    to[i] = 2.0 * from[i + 1];
}

/* Does more than to run loops. */
static void counted(double *to, int last)
{
  int i;

#pragma omp single
  used++;
#pragma omp for
  for (i = 0; i < last; i++)
    to[i] += used;
}

static double total(const double *x, int n)
{
  double sum = 0.0;
  int i;

  for (i = 0; i < n; i++)
    sum += x[i] * (1 + i % 13);
  return sum;
}

/* Parameters, a global bound, a local one; the same array through pointers; unequal bounds. */
static void lines(int last)
{
  int half = last / 2;

#pragma omp parallel firstprivate(half)
  {
    copy(line, other, 0, 32);
    copy(other, line, 0, 32);
    copy(line, other, 0, half + half);
    copy(other, line, 1, half);
    shift(line, other, half);
    shift(other, line, half);
    shift(line, line + 32, 30);
    shift(other, line, 30);
    counted(line, 64);
    counted(other, 64);
    narrow(60);
    copy(line, other, 0, bound);
    copy(other, line, 0, bound);
  }
  printf("lines %g %g %d\n", total(line, 64), total(other, 64), bound);
}

/* In a loop whose length is not known, and next to a loop of its own with a sum. */
static void steps(int times)
{
  double sum = 0.0;
  int step, k, j, i;

#pragma omp parallel private(step, k, j, i)
  {
    for (step = 0; step < times; step++) {
      balance();
      correct(0.0625);
      smooth();
      add_slope(step % 2, 0.5 * step);
      add_bend(step % 2);
    }
    set_flux();
#pragma omp for reduction(+ : sum)
    for (k = 1; k < N - 1; k++)
      for (j = 1; j < N - 1; j++)
        for (i = 1; i < N - 1; i++)
          sum += flux[k][j][i][2] * scratch[k][j][i];
  }
  sums[0] += sum;
  printf("steps %g %g ", sum, total(flux[0][0][0], N * N * N * PARTS));
  printf("%g %d\n", total(field[0][0][0], N * N * N * PARTS), used);
}

/* The last loop could share a kernel with the one before, but not with the call. */
static void between(void)
{
  int i;

#pragma omp parallel private(i)
  {
    copy(line, other, 0, 32);
#pragma omp for
    for (i = 0; i < 32; i++)
      third[i] = 0.5 * i;
#pragma omp for
    for (i = 0; i < 32; i++)
      fourth[i] = line[i + 1] - third[i];
  }
  printf("between %g %g %g\n", total(line, 64), total(third, 32), total(fourth, 32));
}

/* A variable of the block has the name of an array that the functions use. */
static void hidden(void)
{
#pragma omp parallel
  {
    int field = 1;

    add_bend(0);
    add_bend(field);
  }
  printf("hidden %g\n", total(flux[0][0][0], N * N * N * PARTS));
}

int main(void)
{
  int k, j, i, m;

  for (k = 0; k < N; k++)
    for (j = 0; j < N; j++)
      for (i = 0; i < N; i++) {
        for (m = 0; m < PARTS; m++)
          field[k][j][i][m] = (k * 5 + j * 7 + i * 3 + m) % 11 - 4.5;
        speed[0][k][j][i] = (j + i) % 4;
        speed[1][k][j][i] = (j + k) % 3 - 1.0;
      }
  for (i = 0; i < 64; i++) {
    line[i] = i % 6;
    other[i] = 0.5 * (i % 9);
  }
  steps(3);
  lines(40);
  between();
  hidden();
  printf("sums %g\n", sums[0]);
  return 0;
}
