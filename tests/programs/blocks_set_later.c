/* Memory that an iteration allocates for itself by a statement of its own, as C89 has it: with sizes that are set once, pointers
 * that are private, and null before and behind; and what may be read of another block.
 * expect: offloaded=6 kept=K020,K020,K020,K020,K020,K020,K020 */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

#define N 40

static double a[N];

static double in_function(const double *x, int m)
{
  int i, twice, more;
  double s;
  double *t, *v;

  more = 0;
  twice = m * 2;
  t = (double *)malloc(sizeof(double) * twice);
  more = twice + m;
  v = (double *)calloc(more, sizeof(double));
  for (i = 0; i < twice; i++)
    t[i] = x[i % m] + i;
  for (i = 0; i < more; i += 3)
    v[i] = t[i / 2];
  s = 0;
  for (i = 0; i < more; i++)
    s += v[more - 1 - i] * (i + 1);
  free(v);
  v = NULL;
  free(t);
  t = NULL;
  return s;
}

static void of_functions(int m)
{
  double x[2 * N];
  int i;

  for (i = 0; i < 2 * N; i++)
    x[i] = 0.5 * i;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] += in_function(x + i, m) + in_function(x, 3);
}

static void in_clauses(int m)
{
  double *t = NULL;
  long(*rows)[4];
  int i, k, size;

  size = m * m;
#pragma omp parallel for private(t, rows, k)
  for (i = 0; i < N; i++) {
    t = malloc(2 * sizeof(double) * size);
    rows = (long(*)[4])malloc(sizeof(long[4]) * size);
    for (k = 0; k < 2 * size; k++)
      t[k] = k * i;
    for (k = 0; k < size; k++)
      rows[k][k % 4] = k;
    for (k = 0; k < size; k++)
      a[i] += t[2 * k] + rows[k][k % 4];
    free(rows);
    if (t) {
      free(t);
      t = NULL;
    }
  }
}

static void of_region(int m)
{
  double complex *z;

#pragma omp parallel private(z)
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
      z = malloc(sizeof *z * m);
      for (int k = 0; k < m; k++)
        z[k] = CMPLX(k, i);
      for (int k = 1; k < m; k++)
        a[i] += creal(z[k] * z[k - 1]);
      free(z);
    }
  }
}

static void inner(int m)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double *t;
    double *u = NULL;

    for (int j = 0; j < 3; j++) {
      t = calloc(m, sizeof *t);
      if (t == NULL)
        exit(1);
      for (int k = j; k < m; k += 2)
        t[k] += k + i;
      a[i] += t[m - 1] + t[j];
      free(t);
    }
    u = t = NULL;
    if (i >= 0) {
      int *few;

      few = malloc(3 * sizeof(int));
      few[i % 3] = i;
      a[i] += few[i % 3];
      free(few);
    }
    free(u);
  }
}

static void inner_blocks(int m)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double *t = NULL;

    for (int j = 0; j < 3; j++) {
      t = calloc(m, sizeof *t);
      for (int k = j; k < m; k += 2)
        t[k] += k + i;
      a[i] += t[m - 1] + t[j];
      free(t);
      t = NULL;
    }
    if (i % 2 == 0) {
      int *few;

      few = malloc(3 * sizeof(int));
      few[i % 3] = i;
      a[i] += few[i % 3];
      free(few);
    }
    if (t != NULL)
      free(t);
  }
}

static void initialised(int m)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    float *t = malloc(m * sizeof *t);

    for (int k = 0; k < m; k++)
      t[k] = (float)(k + i);
    a[i] += t[m - 1];
    free(t);
    t = NULL;
  }
}

static void late_sizes(int m)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    float *t;
    int n, half;

    half = m / 2;
    n = half + 1;
    t = malloc(n * sizeof *t);
    for (int k = 0; k < n; k++)
      t[k] = (float)(k * i);
    a[i] += t[n - 1];
    free(t);
  }
}

/* Null where the condition is false. */
static void maybe(int m)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int *t = NULL;

    if (i % 2) {
      t = malloc(m * sizeof *t);
      t[0] = i;
    }
    a[i] += t ? t[0] : -1;
    free(t);
  }
}

/* The block before is still in use. */
static void handed_on(int m)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double *t, *before = NULL;

    for (int j = 0; j < 4; j++) {
      t = malloc(m * sizeof *t);
      for (int k = 0; k < m; k++)
        t[k] = before ? before[k] + k : i;
      free(before);
      before = t;
    }
    a[i] += before[m - 1];
    free(before);
  }
}

/* What is read in front is of the time before. */
static void of_before(int m)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int *t = NULL;

    for (int j = 0; j < 4; j++) {
      if (j > 0) {
        a[i] += t[0];
        free(t);
      }
      t = malloc(m * sizeof *t);
      t[0] = i + j;
    }
    free(t);
  }
}

static void twice(int m)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int *t;

    t = malloc(m * sizeof *t);
    t[0] = i;
    a[i] += t[0];
    free(t);
    t = malloc(2 * m * sizeof *t);
    t[2 * m - 1] = i;
    a[i] += t[2 * m - 1];
    free(t);
  }
}

static void counted(int m)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int *t, n;

    n = m;
    n += i % 3;
    t = malloc(n * sizeof *t);
    t[n - 1] = i;
    a[i] += t[n - 1];
    free(t);
  }
}

static void null_behind(int m)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int *t;

    t = malloc(m * sizeof *t);
    t[m - 1] = i;
    a[i] += t[m - 1];
    free(t);
    t = NULL;
    if (!t)
      a[i] += 1;
  }
}

int main(void)
{
  double sum = 0;

  of_functions(7);
  in_clauses(5);
  of_region(6);
  inner(9);
  inner_blocks(9);
  initialised(5);
  late_sizes(11);
  maybe(4);
  handed_on(6);
  of_before(3);
  twice(5);
  counted(4);
  null_behind(2);
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 7 + 1);
  printf("%.9g\n", sum);
  return 0;
}
