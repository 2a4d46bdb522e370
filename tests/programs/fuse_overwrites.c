/* Loops that one kernel runs although some overwrite arrays, but for a border that must survive, others don't.
   expect: offloaded=14 small: -DN=20 */
#include <stdio.h>

#ifndef N
#define N 420
#endif
#define HALF (N / 2)

static double field[N][N], speed[N][N], flux[N][N], trace[N][N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      field[i][j] = (i * 13 + j * 7) % 256 / 256.0;
      speed[i][j] = 1 + (i + j) % 3;
      flux[i][j] = 4 + (i + 2 * j) % 5;
      trace[i][j] = (i * j) % 11;
    }
}

static double sum_of(double x[N][N])
{
  double sum = 0.0;
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      sum += x[i][j] * ((i + 2 * j) % 7 + 1);
  return sum;
}

static void show(const char *name)
{
  printf("%s %.6f %.6f %.6f %.6f\n", name, sum_of(field), sum_of(speed), sum_of(flux), sum_of(trace));
}

static void scale(double factor)
{
  int i, j;

#pragma omp for
  for (i = 1; i < N - 1; i++)
    for (j = 1; j < N - 1; j++)
      field[i][j] *= factor;
}

/* Overwrites the inside of an array that the loop before it does not use. */
static void derive(void)
{
  int i, j;

#pragma omp for
  for (i = 1; i < N - 1; i++)
    for (j = 1; j < N - 1; j++)
      speed[i][j] = 0.5 * field[i][j] + 1.0;
}

static void called(void)
{
#pragma omp parallel
  {
    scale(0.75);
    derive();
  }
}

/* Both overwrite the same inside; the second reads what the first wrote. */
static void twice(void)
{
  int i, j;

#pragma omp parallel private(i, j)
  {
#pragma omp for
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        flux[i][j] = field[i][j] + 1.0;
#pragma omp for
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        flux[i][j] = 0.5 * flux[i][j];
  }
}

/* Each writes one half of all. */
static void halves(void)
{
  int i, j;

#pragma omp parallel private(i, j)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      for (j = 0; j < HALF; j++)
        trace[i][j] = field[i][j];
#pragma omp for
    for (i = 0; i < N; i++)
      for (j = 0; j < HALF; j++)
        trace[i][j + HALF] = speed[i][j];
  }
}

/* The first reads what the second overwrites: the host's values are needed. */
static void read_before(void)
{
  int i, j;

#pragma omp parallel private(i, j)
  {
#pragma omp for
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        speed[i][j] = 2.0 * flux[i][j];
#pragma omp for
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        flux[i][j] = field[i][j];
  }
}

/* The second reads the border of what the first overwrites, or what is overwritten is not all that is written. */
static void border_read(void)
{
  int i, j;

#pragma omp parallel private(i, j)
  {
#pragma omp for
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        flux[i][j] = field[i][j];
#pragma omp for
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        trace[i][j] = flux[i][0] + flux[N - 1][j];
  }
#pragma omp parallel private(i, j)
  {
#pragma omp for
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        speed[i][j] = 3.0;
#pragma omp for
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        if (j == N - 2 && field[i][j] > 0.5)
          speed[i][j + 1] = 4.0;
  }
}

/* The second overwrites all rows of what the first writes under a condition. */
static void condition_before(void)
{
  int i, j;

#pragma omp parallel private(i, j)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        if (field[i][j] > 0.25)
          trace[i][j] = 1.0;
#pragma omp for
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        trace[i][j] = i + field[i][j];
  }
}

int main(void)
{
  fill();
  called();
  show("called");
  called();
  twice();
  show("twice");
  fill();
  halves();
  show("halves");
  read_before();
  show("read before");
  fill();
  border_read();
  show("border read");
  condition_before();
  show("condition before");
  return 0;
}
