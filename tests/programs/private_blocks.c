/* Memory that an iteration allocates for itself: of a constant size, of one from outside, in functions, cleared; and
 * what may be handed on, or differs between iterations.  expect: offloaded=4 kept=K020,K020,K020 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40

struct point {
  double x, y;
  int n;
};

static double a[N];

static double norm(const double *x, int n)
{
  double *t = (double *)malloc((size_t)n * sizeof(double));
  double s = 0;

  if (t == NULL)
    return -1;
  memcpy(t, x, (size_t)n * sizeof(double));
  for (int k = 1; k < n; k++)
    t[k] += 0.5 * t[k - 1];
  for (int k = 0; k < n; k++)
    s += t[k] * t[n - 1 - k];
  free(t);
  return s;
}

static void of_sizes(int n, int m)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int *few = malloc(4 * sizeof *few);
    double *t = malloc(sizeof(double) * n * m), *end = t + n;
    long *counts = calloc(m, sizeof(long));
    double(*rows)[3] = malloc(n * sizeof *rows);

    if (few && t && counts) {
      few[i % 4] = i;
      for (double *p = t; p < end; p++)
        *p = i + (double)(p - t);
      for (int k = 0; k < 3 * m; k++)
        counts[k % m] += k;
      for (int k = 0; k < n; k++)
        rows[k][k % 3] = t[k];
      a[i] = few[i % 4] + t[n - 1] + (double)counts[m - 1] + rows[n - 1][(n - 1) % 3] + norm(t, n) + norm(t, 5);
    }
    free(few);
    free(t);
    free(counts);
    free(rows);
  }
}

static void inside(int n)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 3; j++) {
      struct point *points = malloc(n * sizeof(struct point));

      if (!points)
        continue;
      for (int k = 0; k < n; k++) {
        points[k].x = k * j;
        points[k].n = i;
      }
      a[i] += points[n / 2].x + points[j].n;
      free(points);
    }
}

static double large(void)
{
  double s = 0;

#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < N; i++) {
    float *t = calloc(30000, sizeof(float));

    for (int k = 0; k < 30000; k += 3)
      t[k] = (float)(k % 17);
    s += t[3 * i] + t[3 * i + 1];
    free(t);
  }
  return s;
}

/* The block before is still in use. */
static void handed_on(int n)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double *before = NULL;

    for (int j = 0; j < 4; j++) {
      double *t = malloc(n * sizeof *t);

      for (int k = 0; k < n; k++)
        t[k] = before ? before[k] + k : i;
      free(before);
      before = t;
    }
    a[i] += before[n - 1];
    free(before);
  }
}

static void differs(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int *t = malloc((i + 1) * sizeof *t);

    t[i] = i;
    a[i] += t[i];
    free(t);
  }
}

static void grows(int n)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int *t = malloc(n * sizeof *t);

    t = realloc(t, 2 * n * sizeof *t);
    t[2 * n - 1] = i;
    a[i] += t[2 * n - 1];
    free(t);
  }
}

static void alone(int n)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    short *t = malloc(n * 2);
    unsigned char *marks = calloc(n + 1, 1);

    for (int k = 0; k < n; k++)
      t[k] = (short)(k * i);
    marks[i % n] = 3;
    a[i] += t[n - 1] + marks[n] + marks[i % n];
    free(t);
    free(marks);
  }
}

int main(void)
{
  double sum = 0;

  of_sizes(9, 5);
  of_sizes(30, 2);
  inside(11);
  handed_on(6);
  differs();
  grows(3);
  alone(8);
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 7 + 1);
  printf("%.9g %.9g\n", sum, large());
  return 0;
}
