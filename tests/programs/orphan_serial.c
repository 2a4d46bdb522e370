/* Serial code comes to work-shared loops: whole fields, scratch variables, an array of the function's own, loops over
 * two counters, a sum; one of the functions is called in regions, too, and by a region of one thread.
 * expect: offloaded=8 */
#include <stdio.h>
#include <stdlib.h>

#define N 60

static double field[3][N][N], flux[N][N];
static double total;

static void start(void)
{
  int m, i, j;

  for (m = 0; m < 3; m++) {
#pragma omp for nowait
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        field[m][i][j] = m + i * 0.25 - j % 7;
  }
#pragma omp barrier
}

static void fluxes(const double (*from)[N], double (*to)[N], int n)
{
  int i, j;
  double left, right;

#pragma omp for private(right)
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++) {
      left = from[i - 1][j] + from[i][j - 1];
      right = from[i + 1][j] + from[i][j + 1];
      to[i][j] = (left - right) / 4;
    }
}

static void advance(double factor)
{
#pragma omp for collapse(2) schedule(static)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      field[0][i][j] += factor * flux[i][j];
}

static double sum(void)
{
  double rows[N], all = 0;
  int i, j;

#pragma omp for
  for (i = 0; i < N; i++) {
    rows[i] = 0;
    for (j = 0; j < N; j++)
      rows[i] += field[0][i][j];
  }
  for (i = 0; i < N; i++)
    all += rows[i];
  return all;
}

static void add_up(void)
{
  total = 0;
#pragma omp for reduction(+ : total)
  for (int i = 0; i < N; i++)
    total += flux[i][i];
}

static void scale(double *to, const double *from, int n)
{
  int i;

#pragma omp for
  for (i = 0; i < n; i++)
    to[i] = from[i] * 0.5 + 1;
}

int main(void)
{
  double whole, *a = malloc((N + 1) * sizeof *a), *b = calloc(N, sizeof *b);

  if (a == NULL || b == NULL)
    return 1;
  start();
  for (int step = 0; step < 4; step++) {
    fluxes(field[0], flux, N);
    advance(0.1);
    if (step % 2)
      field[0][step][step] += 1;
  }
  add_up();
  whole = sum();
  printf("%.9f %.9f %.9f\n", whole, total, field[2][9][5]);
#pragma omp for
  for (int i = 0; i <= N; i++)
    a[i] = i % 11;
  scale(b, a, N);
  scale(a, a, N);
  scale(a + 1, a, N); /* each element from the one before it */
  printf("%.9f %.9f\n", a[N], b[N / 2]);
#pragma omp parallel
  {
    scale(b, a, N);
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] += b[i];
  }
  a[3] = 0.25;
#pragma omp parallel num_threads(1)
  scale(b, a, N);
  scale(a, b, N);
  printf("%.9f %.9f\n", a[3], b[3] + a[N - 1]);
  free(a);
  free(b);
  return 0;
}
