/* The host touches single elements of arrays that are on the device, and of rows by tables, between the loops of a region.
 * expect: offloaded=6
 */
#include <stdio.h>
#include <stdlib.h>

#define N 60000
#define POINTS 10

static double a[N], b[N];
static int place[N];
static double seen[POINTS];

static void points(double **rows, int n)
{
  int i, j;

#pragma omp for private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < 600; j++)
      rows[i][j] += 1.0;
#pragma omp single
  {
    for (i = 0; i < POINTS; i++) {
      rows[i * 7][i] = -3.0;
      rows[i][i * 7] *= 2.0;
    }
    seen[0] = rows[5][5];
  }
#pragma omp for private(j)
  for (i = 0; i < n; i++)
    for (j = 1; j < 600; j++)
      rows[i][j] -= 0.5 * rows[i][0];
}

int main(void)
{
  int i, step;
  double sum = 0.0, **rows = malloc(100 * sizeof *rows);

  for (i = 0; i < 100; i++)
    rows[i] = b + i * 600;
#pragma omp parallel private(i, step)
  {
#pragma omp for
    for (i = 0; i < N; i++) {
      a[i] = i % 13;
      b[i] = i % 7;
      place[i] = i * 11 % N;
    }
    for (step = 0; step < 3; step++) {
#pragma omp master
      {
        a[step] = 100.0 + step; /* newer than on the device */
        a[place[step + 4]] += b[step] + a[step];
        for (i = 0; i < POINTS; i++)
          seen[i] = a[i] + a[N - 1 - i];
        b[N - 1] = seen[2];
      }
#pragma omp barrier
#pragma omp for
      for (i = 0; i < N; i++)
        b[i] += 0.5 * a[i];
#pragma omp for
      for (i = 1; i < N; i++)
        a[i] += seen[i % POINTS] - b[i];
#pragma omp single
      for (i = 0; i < 60; i++) /* many: the whole array comes */
        a[i * 1000] = b[i * 1000] + b[i * 999 + 1];
    }
    points(rows, 100);
#pragma omp for reduction(+ : sum)
    for (i = 0; i < N; i++)
      sum += a[i] * (1 + i % 5) - b[i] * (1 + i % 3) + place[i] % 3;
  }
  for (i = 0; i < POINTS; i++)
    printf("%.12g %.12g %.12g\n", a[i], b[i * 601], seen[i]);
  printf("%.12g\n", sum);
  return 0;
}
