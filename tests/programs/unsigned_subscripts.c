/* expect: offloaded=8
   Subscripts in 32-bit unsigned arithmetic, which may wrap around: in products, stencils, through variables, in
   functions, with counters of other types and loops that count down, and where they do wrap. */
#include <stdio.h>
#include <stdlib.h>

#define A(i, j) a[(i) * lda + (j)]
#define B(i, j) b[(i) * ldb + (j)]
#define C(i, j) c[(i) * ldc + (j)]

typedef struct {
  unsigned rows, columns;
  double *data;
} matrix;

static unsigned at(unsigned columns, unsigned i, unsigned j)
{
  return i * columns + j;
}

static void product(unsigned m, unsigned n, unsigned k, const double *a, unsigned lda, const double *b,
                    unsigned ldb, double *c, unsigned ldc)
{
#pragma omp parallel for
  for (unsigned i = 0; i < m; ++i)
    for (unsigned j = 0; j < n; ++j) {
      double sum = 0.0;
      for (unsigned p = 0; p < k; ++p)
        sum += A(i, p) * B(p, j);
      C(i, j) = 0.5 * sum + 2.0 * C(i, j);
    }
}

static void smooth(const matrix *from, matrix *to)
{
#pragma omp parallel for
  for (unsigned y = 1; y < from->rows - 1; y++)
    for (unsigned x = 1; x < from->columns - 1; x++)
      to->data[y * to->columns + x] =
          0.25 * (from->data[(y - 1) * from->columns + x] + from->data[(y + 1) * from->columns + x] +
                  from->data[y * from->columns + x - 1] + from->data[y * from->columns + x + 1]);
}

static void through_variables(unsigned n, unsigned m, double *a, const double *b)
{
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++) {
      const unsigned here = i * m + j;
      int there = (n - 1 - i) * m + j;
      a[here] += b[there] * (here * 2654435761u >> 28);
    }
}

static void by_function(unsigned n, unsigned m, double *a, const double *b)
{
#pragma omp parallel for
  for (int i = 0; i < (int)n; i++)
    for (unsigned j = m; j > 0; j--)
      a[at(m, i, j - 1)] -= b[at(n, j - 1, i)];
}

static void triangle(unsigned n, double *a)
{
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++)
      a[i * n + (unsigned)j] *= 0.5;
}

/* What is added goes on at 0. */
static void wrapping(unsigned n, unsigned m, unsigned from, double *a)
{
#pragma omp parallel for
  for (unsigned i = 2; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      a[i * m + j + from] += i + 0.5 * j;
}

/* 2 * k * m is a multiple of 2^32 for each k: all rows are one. */
static void meeting(unsigned n, unsigned m, unsigned columns, double *a)
{
#pragma omp parallel for
  for (unsigned i = 0; i < 1; i++)
    for (unsigned k = 0; k < n; k++)
      for (unsigned j = 0; j < columns; j++)
        a[(i + 2 * k) * m + j] = 0.5 * a[(i + 2 * k) * m + j] + k + 1;
}

/* i - 1 wraps around for the first row, and the sum does not. */
static void before(unsigned n, unsigned m, double *a)
{
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      a[(i - 1) * m + (j + m)] += i * 3 + j;
}

int main(void)
{
  unsigned n = 37, m = 29;
  double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b), *c = malloc(n * n * sizeof *c);

  for (unsigned i = 0; i < n * n; i++) {
    a[i] = i % 17;
    b[i] = i % 13 - 5.0;
    c[i] = i % 7;
  }
  product(m, n - 2, m - 3, a, n, b, n, c, n);
  matrix from = {n, m, a}, to = {n, m, c};
  smooth(&from, &to);
  through_variables(n, m, a, b);
  by_function(n, m, a, c);
  triangle(n, b);
  wrapping(5, m, 0u - 2 * m, a);
  wrapping(5, m, 3, a);
  meeting(4, 1u << 31, m, c);
  meeting(4, m, m, b);
  before(n, m, a);

  double sum = 0.0;
  for (unsigned i = 0; i < n * n; i++)
    sum += a[i] * (1 + i % 5) + b[i] * (1 + i % 3) + c[i] * (1 + i % 7);
  printf("%.6f\n", sum);
  free(a), free(b), free(c);
  return 0;
}
