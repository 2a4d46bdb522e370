/* expect: offloaded=9
   Pointers and subscripts that step along with loops: in products, filters, from the end, in the loop's head, by
   rows, of all types; and where they go on behind the loop, step under conditions, twice, or by what changes. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double x, y;
} point;

static void product(double *c, const double *a, const double *b, int n, int m)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const double *p = &a[i * m], *q = &b[j * m];
      double sum = 0.0;
      for (int k = 0; k < m; k++)
        sum += *p++ * *q++;
      c[i * n + j] += sum;
    }
}

static void filter(double *to, const double *from, long n, long m)
{
#pragma omp parallel for
  for (long i = 1; i < n - 1; i++) {
    const double *up = from + (i - 1) * m, *here = from + i * m, *down = here + m;
    double *out = to + i * m + 1;
    for (long j = 1; j < m - 1; ++j, ++up, ++down) {
      *out = up[1] + down[1] + here[0] + here[2];
      here++;
      out += 1;
    }
  }
}

static void backwards(double *to, const double *from, int n, unsigned m)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const double *p = from + (i + 1) * (int)m;
    size_t at = (size_t)i * m;
    for (unsigned j = m; j > 0; j--)
      to[at++] -= 0.5 * *--p;
  }
}

static void columns(double *a, const double *b, int n, int m)
{
#pragma omp parallel for
  for (int j = 0; j < m; j++) {
    int at = j;
    double *p = a + j;
    for (int i = 0; i < n; i++) {
      p[0] += b[at];
      at += m;
      p += m;
    }
  }
}

static void points(point *to, const double *x, long long n, long long m)
{
#pragma omp parallel for
  for (long long i = 0; i < n; i++) {
    point *p = to + i * m;
    for (long long j = 3; j < m; j++) {
      p->x = x[i * m + j];
      (*p).y = -p->x;
      p++;
    }
  }
}

/* What goes on in the next row. */
static void rows(double *to, int n, int m)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *p = to + 2 * i * m;
    for (int k = 0; k < 2; k++)
      for (int j = 0; j < m; j++)
        *p++ += k * 10 + j;
    *(p - 1) = i;
  }
}

static void packed(double *to, const double *from, int *count, int n, int m)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int at = i * m;
    for (int j = 0; j < m; j++)
      if (from[i * m + j] > 2.0)
        to[at++] = from[i * m + j];
    count[i] = at - i * m;
  }
}

static void twice(double *to, int n, int m)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *p = to + i * m;
    int by = 1;
    for (int j = 0; j < m / 2; j++) {
      *p++ += j;
      *p++ -= j;
    }
    p = to + i * m;
    for (int j = 0; j < 4; j++) {
      *p += by;
      p += by;
      by = 2;
    }
  }
}

static void early(double *to, const double *from, int n, int m)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const double *p = from + i * m;
    for (int j = 0; j < m; j++) {
      if (*p > 11.0)
        continue;
      to[i * m + j] += *p++;
    }
  }
}

int main(void)
{
  int n = 43, m = 38;
  double *a = malloc(n * m * sizeof *a), *b = malloc(n * m * sizeof *b), *c = malloc(n * n * sizeof *c);
  point *d = calloc(n * m, sizeof *d);
  int *count = calloc(n, sizeof *count);

  for (int i = 0; i < n * m; i++) {
    a[i] = i % 17;
    b[i] = i % 13 - 5.0;
  }
  for (int i = 0; i < n * n; i++)
    c[i] = i % 7;
  product(c, a, b, n, m);
  filter(a, b, n, m);
  backwards(b, a, n, m);
  columns(a, b, n, m);
  points(d, a, n, m);
  rows(a, n / 2, m);
  packed(b, a, count, n, m);
  twice(a, n, m);
  early(a, b, n, m);

  double sum = 0.0;
  for (int i = 0; i < n * m; i++)
    sum += a[i] * (1 + i % 5) + b[i] * (1 + i % 3) + d[i].x * (1 + i % 2) + d[i].y * (i % 9);
  for (int i = 0; i < n * n; i++)
    sum += c[i] * (1 + i % 7);
  for (int i = 0; i < n; i++)
    sum += count[i] * i;
  printf("%.8g\n", sum);
  free(a), free(b), free(c), free(d), free(count);
  return 0;
}
