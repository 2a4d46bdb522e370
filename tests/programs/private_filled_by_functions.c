/* Private matrices, structures and vectors that functions fill: in the cases of a `switch`, with early returns, and
 * to be copied as a whole.
 * expect: offloaded=4 kept=K014 */
#include <stdio.h>
#include <string.h>

#define N 96

typedef struct {
  double re, im;
} number;

typedef struct {
  number e[3][3];
  int count;
} matrix;

static double in[N][9], out[N];
static int kind[N];
static matrix links[N], sums[N];

static void clear(matrix *m)
{
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      m->e[r][c].re = m->e[r][c].im = 0;
  m->count = 0;
}

static void add_product(const matrix *a, const matrix *b, matrix *to)
{
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      for (int k = 0; k < 3; k++) {
        to->e[r][c].re += a->e[r][k].re * b->e[k][c].re - a->e[r][k].im * b->e[k][c].im;
        to->e[r][c].im += a->e[r][k].re * b->e[k][c].im + a->e[r][k].im * b->e[k][c].re;
      }
  to->count++;
}

/* A number of products that differs between iterations; the sum is copied as a whole. */
static void products(void)
{
  matrix sum;

#pragma omp parallel for private(sum)
  for (int i = 0; i < N; i++) {
    clear(&sum);
    for (int k = 0; k < kind[i]; k++)
      add_product(&links[i], &links[(i + k) % N], &sum);
    sums[i] = sum;
  }
}

static void shape(double to[9], const double *x, int which)
{
  switch (which) {
  case 0:
    for (int k = 0; k < 9; k++)
      to[k] = 0;
    break;
  case 1:
  case 2:
    for (int k = 0; k < 9; k++)
      to[k] = x[8 - k];
    break;
  default: {
    memcpy(to, x, 9 * sizeof *to);
    to[4] = -1;
  }
  }
}

static void shapes(void)
{
  double w[9];

#pragma omp parallel for private(w)
  for (int i = 0; i < N; i++) {
    shape(w, in[i], kind[i]);
    double sum = 0;
    for (int k = 0; k < 9; k++)
      sum += w[k] * (k + 1);
    out[i] = sum;
  }
}

/* No `default`: an operand of two bits has four values. */
static int corner(double to[3], const double *x, int which)
{
  switch (which & 3) {
  case 0:
    to[0] = to[1] = to[2] = 0;
    return 1;
  case 1:
    to[0] = x[0];
    to[1] = x[1];
    to[2] = x[2];
    return 2;
  case 2:
    to[0] = to[1] = 1;
    to[2] = x[5];
    break;
  case 3:
    for (int k = 2; k >= 0; k--)
      to[k] = x[k] * x[k];
  }
  return 0;
}

static void corners(void)
{
  double c[3];

#pragma omp parallel for private(c)
  for (int i = 0; i < N; i++) {
    int said = corner(c, in[i], i * 7 % 5);
    out[i] += c[0] + 2 * c[1] + 3 * c[2] + said;
  }
}

static int inverse(double a[3][3], double x[3])
{
  double det = a[0][0] * a[1][1] - a[0][1] * a[1][0];

  if (det < 0.5 && det > -0.5) {
    x[0] = x[1] = x[2] = -1;
    return 0;
  }
  x[0] = a[1][1] / det;
  x[1] = a[0][0] / det;
  x[2] = a[2][2];
  return 1;
}

static void inverses(void)
{
  double a[3][3], x[3];

#pragma omp parallel for private(a, x)
  for (int i = 0; i < N; i++) {
    for (int r = 0; r < 3; r++)
      for (int c = r; c < 3; c++)
        a[r][c] = a[c][r] = in[i][3 * r + c];
    int good = inverse(a, x);
    out[i] += x[0] + x[1] + x[2] + good;
  }
}

/* One case leaves the vector as it is: it has the value that the last iteration of the chunk gave it. */
static void left(void)
{
  double w[9];

#pragma omp parallel for private(w) schedule(static, 4)
  for (int i = 0; i < N; i++) {
    switch (i % 4) {
    case 0:
      shape(w, in[i], 3);
      break;
    case 2:
      shape(w, in[i], 1);
      break;
    case 3:
      break;
    default:
      w[3] += 1;
    }
    out[i] += w[3] + w[5];
  }
}

int main(void)
{
  double sum = 0;

  for (int i = 0; i < N; i++) {
    kind[i] = i * 5 % 4;
    for (int k = 0; k < 9; k++) {
      in[i][k] = i * 0.25 - k;
      links[i].e[k / 3][k % 3].re = (i + k) % 5 - 2;
      links[i].e[k / 3][k % 3].im = (i * k) % 3;
    }
  }
  products();
  shapes();
  corners();
  inverses();
  left();
  for (int i = 0; i < N; i++) {
    sum += out[i] * (i % 7 + 1) + sums[i].count;
    for (int k = 0; k < 9; k++)
      sum += sums[i].e[k / 3][k % 3].re * k - sums[i].e[k % 3][k / 3].im;
  }
  printf("%.6f\n", sum);
  return 0;
}
