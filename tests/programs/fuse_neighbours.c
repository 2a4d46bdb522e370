/* Neighbouring loops: some become one kernel, others must stay apart.
   expect: offloaded=21 */
#include <stdio.h>
#include <stdlib.h>

#define N 700
#define M 24

static double a[N], b[N], c[N], d[N], grid[M][M], other[M][M];
static int count[8], limit;

static double scaled(double x, int step)
{
  double factor = 1.0 + step;
  return factor * x;
}

static double halved(double x)
{
  double factor = 0.5;
  return factor * x;
}

static void start(void)
{
  int i;

  for (i = 0; i < N; i++) {
    a[i] = i % 17;
    b[i] = i % 5 - 2.0;
    c[i] = 0.25 * (i % 3);
    d[i] = 1.0;
  }
  limit = N;
}

static double show(const double *x, int n)
{
  double sum = 0.0;
  int i;

  for (i = 0; i < n; i++)
    sum += x[i] * (1 + i % 13);
  return sum;
}

/* One kernel: names that both loops use, functions, a private variable, a condition, sums, a value that is read. */
static void together(double factor)
{
  double sum = 0.0, top = -1e30, x;
  int i, k;

#pragma omp parallel private(i, k, x)
  {
#pragma omp for
    for (i = 0; i < N; i++) {
      double part = scaled(a[i], 2);
      x = part + factor;
      b[i] = x * x;
    }
#pragma omp for schedule(dynamic) reduction(+ : sum)
    for (i = 0; i < N; i++) {
      double part = halved(b[i]);
      x = part - factor;
      if (x > 3.0)
        sum += x;
      c[i] += b[i];
    }
#pragma omp barrier
#pragma omp for nowait reduction(max : top)
    for (k = 0; k < N; k++) {
      double part = scaled(c[k], k % 2);
      top = part > top ? part : top;
    }
  }
  printf("together %g %g %g %g\n", sum, top, show(b, N), show(c, N));
}

/* Two dimensions; the second loop also uses neighbours of what neither writes. */
static void plane(void)
{
  int i, j;

#pragma omp parallel private(i, j)
  {
#pragma omp for
    for (i = 0; i < M; i++)
      for (j = 0; j < M; j++)
        grid[i][j] = i * 3 - j;
#pragma omp for
    for (i = 0; i < M; i++)
      for (j = 0; j < M; j++)
        other[i][j] = grid[i][j] + a[i + j];
  }
  printf("plane %g %g\n", show(grid[0], M * M), show(other[0], M * M));
}

/* Apart: the second loop reads what other iterations of the first write. */
static void crossing(void)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp for
    for (i = 1; i < N; i++)
      d[i] = a[i] + 1.0;
#pragma omp for
    for (i = 1; i < N; i++)
      b[i] = d[i - 1];
#pragma omp for
    for (i = 1; i < N; i++)
      d[N - i] = c[i];
  }
  printf("crossing %g %g\n", show(b, N), show(d, N));
}

/* Apart where both pointers may lead to one array. */
static void aliased(double *x, const double *y, int n)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp for
    for (i = 0; i < n - 1; i++)
      x[i + 1] = 2.0 * a[i];
#pragma omp for
    for (i = 0; i < n - 1; i++)
      c[i] = y[i];
  }
  printf("aliased %g\n", show(c, N));
}

/* Apart: the first loop changes what the second is launched with, a sum or a variable. */
static void launched(int *bound)
{
  double sum = 0.0;
  int i, n = limit;

#pragma omp parallel private(i)
  {
#pragma omp for reduction(+ : sum)
    for (i = 0; i < n; i++)
      sum += a[i];
#pragma omp for
    for (i = 0; i < n; i++)
      b[i] = a[i] / sum;
#pragma omp for
    for (i = 0; i < n; i++)
      if (i == n / 3)
        bound[0] = N / 2;
#pragma omp for
    for (i = 0; i < n; i++)
      c[i] = limit;
  }
  printf("launched %g %g\n", show(b, N), show(c, N));
}

/* Atomic updates of the same kind don't meet; reading them does. */
static void counted(void)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp for
    for (i = 0; i < N; i++)
#pragma omp atomic
      count[i % 8]++;
#pragma omp for
    for (i = 0; i < N; i++)
#pragma omp atomic
      count[(i + 3) % 8]++;
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] += count[i % 8];
  }
  printf("counted %g\n", show(a, N));
}

/* In a function that a region calls, and in a loop around. */
static void relax(double weight)
{
  int i;

#pragma omp for
  for (i = 0; i < N; i++)
    d[i] = weight * a[i];
#pragma omp for
  for (i = 0; i < N; i++)
    a[i] = d[i] + b[i];
}

static void repeated(void)
{
  int step;

#pragma omp parallel private(step)
  for (step = 0; step < 3; step++)
    relax(0.5 + step);
  printf("repeated %g %g\n", show(a, N), show(d, N));
}

/* A value of the last iteration, and one from before the loops. */
static void last(int offset)
{
  int i, seen = 0;

#pragma omp parallel private(i) firstprivate(offset)
  {
#pragma omp for lastprivate(seen)
    for (i = 0; i < N; i++) {
      seen = i + offset;
      d[i] = seen;
    }
#pragma omp for
    for (i = 0; i < N; i++)
      c[i] = d[i] + seen;
  }
  printf("last %d %g\n", seen, show(c, N));
}

int main(void)
{
  double *block = malloc(N * sizeof *block);

  if (block == NULL)
    return 1;
  start();
  together(1.5);
  plane();
  crossing();
  aliased(d, d, N);
  aliased(block, b, N);
  launched(&limit);
  limit = N;
  counted();
  repeated();
  last(2);
  free(block);
  return 0;
}
