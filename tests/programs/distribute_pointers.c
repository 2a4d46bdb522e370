/* Products whose rows an iteration points to, cleared by loops and by memset, with counters of other types.
 *
 * expect: offloaded=7
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double real;

/* Sums of outer products: the row is cleared by memset, whose counter is no int. */
static void weights(int outputs, int inputs, int samples, real *sums, const real *delta, const real *in)
{
#pragma omp parallel for
  for (int o = 0; o < outputs; o++) {
    real *row = sums + (size_t)o * inputs;
    memset(row, 0, inputs * sizeof(real));
    for (int s = 0; s < samples; s++) {
      const real d = delta[(size_t)s * outputs + o];
      const real *x = in + (size_t)s * inputs;
      for (int i = 0; i < inputs; i++)
        row[i] += d * x[i];
    }
  }
}

/* With a loop behind the product. */
static void deltas(int outputs, int inputs, int samples, real *before, const real *delta, const real *w, const real *in)
{
#pragma omp parallel for
  for (int s = 0; s < samples; s++) {
    real *to = before + (size_t)s * inputs;
    for (int i = 0; i < inputs; i++)
      to[i] = 0;
    for (int o = 0; o < outputs; o++) {
      const real *row = w + (size_t)o * inputs;
      for (int i = 0; i < inputs; i++)
        to[i] += delta[(size_t)s * outputs + o] * row[i];
    }
    for (int i = 0; i < inputs; i++)
      to[i] *= 1 - in[(size_t)s * inputs + i] * in[(size_t)s * inputs + i];
  }
}

/* Counters with and without a sign have other ranges where a bound is negative. */
static void counters(int rows, int columns, long from, float *a, const float *b)
{
#pragma omp parallel for
  for (int r = 0; r < rows; r++) {
    float *row = &a[r * columns];
    for (long k = from; k < columns; k++)
      row[k] = r;
    for (int n = 0; n < 40; n++)
      for (int i = 0; i < columns; i++)
        row[i] += b[n * columns + i] * r;
  }
#pragma omp parallel for
  for (int r = 0; r < rows; r++) {
    float *row = a + r * columns;
    for (unsigned k = 0; k < (unsigned)columns; k++)
      row[k] += 1;
    for (int n = 0; n < 40; n++)
      for (int i = 0; i < columns; i++)
        row[i] -= b[n * columns + i] * n;
  }
}

/* The second loop needs what other iterations of the first one leave, and the pointer moves. */
static void neighbours(int rows, int columns, real *a, const real *b)
{
#pragma omp parallel for
  for (int r = 0; r < rows; r++) {
    real *row = a + (size_t)r * columns;
    for (int i = 0; i < columns; i++)
      row[i] = b[i] + r;
    for (int i = 0; i + 1 < columns; i++)
      row[i] += row[i + 1];
  }
#pragma omp parallel for
  for (int r = 0; r < rows; r++) {
    real *row = a + (size_t)r * columns;
    memset(row, 0, columns / 2 * sizeof *row);
    for (int n = 0; n < 3; n++, row += columns / 4)
      for (int i = 0; i < columns / 4; i++)
        row[i] += b[n * (columns / 4) + i];
  }
}

/* Single precision, a row that begins within another one, and a last row that is shorter. */
static void blocks(int rows, int columns, float *c, const float *a, const float *b)
{
#pragma omp parallel for
  for (int r = 0; r < rows; r++) {
    float *row = c + (long)r * columns + 3;
    int length = columns - 3;
    memset(row, 0, length * sizeof *row);
    for (int k = 0; k < rows; k++) {
      const float *other = b + k * columns;
      for (int i = 0; i < length; i++)
        row[i] += a[r * rows + k] * other[i];
    }
  }
}

int main(void)
{
  enum { OUT = 37, IN = 53, SAMPLES = 45 };
  static real sums[OUT * IN], delta[SAMPLES * OUT], in[SAMPLES * IN], before[SAMPLES * IN], a[30 * 40], b[40];
  static float f[33 * 64], g[40 * 64], h[33 * 33];
  for (int i = 0; i < SAMPLES * OUT; i++)
    delta[i] = i % 7 - 3;
  for (int i = 0; i < SAMPLES * IN; i++)
    in[i] = (i % 11) / 8.0;
  for (int i = 0; i < OUT * IN; i++)
    sums[i] = 1e9;
  for (int i = 0; i < 40 * 64; i++)
    g[i] = (float)(i % 5);
  for (int i = 0; i < 33 * 33; i++)
    h[i] = (float)(i % 9);
  for (int i = 0; i < 40; i++)
    b[i] = i % 13;
  weights(OUT, IN, SAMPLES, sums, delta, in);
  deltas(OUT, IN, SAMPLES, before, delta, sums, in);
  real total = 0, other = 0, third = 0;
  for (int i = 0; i < OUT * IN; i++)
    total += sums[i] * (i % 3);
  for (int i = 0; i < SAMPLES * IN; i++)
    other += before[i] * (i % 5);
  printf("%.10g %.10g\n", total, other);
  counters(33, 64, 2, f, g);
  for (int i = 0; i < 33 * 64; i++)
    third += f[i] * (i % 4);
  neighbours(30, 40, a, b);
  for (int i = 0; i < 30 * 40; i++)
    third += a[i] * (i % 7);
  blocks(33, 64, f, h, g);
  for (int i = 0; i < 33 * 64; i++)
    third += f[i] * (i % 6);
  printf("%.10g\n", third);
  return 0;
}
