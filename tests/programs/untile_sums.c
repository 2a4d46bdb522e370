/* expect: offloaded=5
   Products that were tiled by hand, with a sum of each strip in a variable: of flat and of static arrays, in place,
   with memory that overlaps, and with another first value. */
#include <stdio.h>
#include <stdlib.h>

#define B 8
#define MIN(a, b) ((a) < (b) ? (a) : (b))
static float s[40][40], t[40][40], u[40][40];

static void product(int n, const double *a, const double *b, double *c)
{
#pragma omp parallel for collapse(2)
  for (int ii = 0; ii < n; ii += B)
    for (int jj = 0; jj < n; jj += B)
      for (int kk = 0; kk < n; kk += B)
        for (int i = ii; i < MIN(ii + B, n); i++)
          for (int j = jj; j < MIN(jj + B, n); j++) {
            double sum = c[i * n + j];
            for (int k = kk; k < MIN(kk + B, n); k++)
              sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
          }
}

static void of_rows(void)
{
#pragma omp parallel for
  for (int ii = 0; ii < 40; ii += B)
    for (int kk = 0; kk < 40; kk += B)
      for (int i = ii; i < ii + B; i++)
        for (int j = 0; j < 40; j++) {
          float sum;
          sum = u[i][j];
          for (int k = kk; k < kk + B; k++) {
            float part = s[i][k] * t[k][j];
            sum = sum + part;
          }
          u[i][j] = sum;
        }
}

/* Reads what it writes: the variable keeps the old value. */
static void in_place(int n, double *c)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int kk = 0; kk < n; kk += B) {
      double sum = c[i * n];
      for (int k = kk; k < MIN(kk + B, n); k++)
        sum += 0.5 * c[i * n + k];
      c[i * n] = sum;
    }
}

static void in_parts(int n, const double *a, const double *b, double *c)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int kk = 0; kk < n; kk += B)
      for (int j = 0; j < n; j++) {
        double sum = 0.0;
        for (int k = kk; k < MIN(kk + B, n); k++)
          sum += a[i * n + k] * b[k * n + j];
        c[i * n + j] += sum;
      }
}

/* Its sums are of float, its elements of double. */
static void rounded(int n, const double *a, double *c)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int kk = 0; kk < n; kk += B)
      for (int j = 0; j < n; j++) {
        float sum = c[i * n + j];
        for (int k = kk; k < MIN(kk + B, n); k++)
          sum += a[i * n + k] / 3;
        c[i * n + j] = sum;
      }
}

int main(void)
{
  int n = 37;
  double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b), *c = calloc(n * n + 1, sizeof *c);

  for (int i = 0; i < n * n; i++) {
    a[i] = i % 17;
    b[i] = i % 13 - 5.0;
  }
  for (int i = 0; i < 1600; i++) {
    s[i / 40][i % 40] = i % 11;
    t[i / 40][i % 40] = i % 7 - 3;
  }
  product(n, a, b, c);
  product(1, c + 1, c + 1, c + 1); /* one element is all three */
  of_rows();
  in_place(n, c);
  in_parts(n, b, a, c);
  rounded(n, a, b);

  double sum = 0.0;
  for (int i = 0; i < n * n; i++)
    sum += a[i] * (1 + i % 5) + b[i] * (1 + i % 3) + c[i] * (1 + i % 2);
  for (int i = 0; i < 1600; i++)
    sum += u[i / 40][i % 40] * (1 + i % 9);
  printf("%.7g\n", sum);
  free(a), free(b), free(c);
  return 0;
}
