/* Matrices that are parts of wider ones: their rows lie as far apart as a variable says.  expect: offloaded=5 */
#include <stdio.h>

static double a[40 * 40], b[40 * 40], c[40 * 40];
static float panel[12 * 64];

static void scale(int rows, int columns, double *x, int stride, double by)
{
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      x[i * stride + j] *= by;
}

static void multiply(int n, int m, int k, const double *x, int ldx, const double *y, int ldy, double *z, int ldz)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double sum = 0;
      for (int l = 0; l < k; l++)
        sum += x[i * ldx + l] * y[l * ldy + j];
      z[i * ldz + j] += sum;
    }
}

static void turn(size_t n, size_t m, size_t pitch, float *to)
{
#pragma omp parallel for
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++)
      to[i * pitch + j] = (float)(i * 3 + j);
}

/* The inner loop writes what the next row reads, if rows are shorter than `width`: one after the other, then. */
static void blur(int rows, int width, int stride, double *x)
{
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 1; j < width; j++)
      x[2 * i * stride + j] = x[2 * i * stride + stride + j] + j;
}

static void set(double *x, int n, int by)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = i % by - by / 2;
}

int main(void)
{
  set(a, 1600, 7);
  set(b, 1600, 11);
  set(c, 1600, 5);
  scale(30, 20, a + 41, 40, 1.5);
  scale(1, 80, a, 40, 2);  /* one row that goes on in the next */
  scale(0, 80, a, 40, 2);
  multiply(25, 17, 9, a, 40, b + 3, 40, c + 80, 40);
  multiply(1, 60, 4, a, 40, b, 40, c, 8);
  turn(12, 60, 64, panel);
  blur(8, 40, 40, b);
  blur(8, 30, 40, b);
  blur(1, 70, 40, b);
  double sum[4] = {0};
  for (int i = 0; i < 1600; i++) {
    sum[0] += a[i] * (i % 9);
    sum[1] += b[i] * (i % 9);
    sum[2] += c[i] * (i % 9);
  }
  for (int i = 0; i < 12 * 64; i++)
    sum[3] += panel[i] * (i % 9);
  printf("%g %g %g %g\n", sum[0], sum[1], sum[2], sum[3]);
  return 0;
}
