/* Products of matrices of complex numbers, and of structures of two numbers.  expect: offloaded=5 */
#include <complex.h>
#include <stdio.h>

enum { N = 100, M = 90, K = 75 };

struct number {
  double re, k; /* `k` is the name of a counter, too */
};

static double complex a[N][K], b[K][M], c[N][M], h[N][N];
static float complex fa[N * K], fb[K * M], fc[N * M];
static struct number sa[N * K], sb[K * M], sc[N * M];

static void products(int n, int m, int l, double alpha)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double complex sum = 0;
      for (int k = 0; k < l; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = alpha * sum - c[i][j];
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double complex sum = h[i][j];
      for (int k = 0; k < l; k++)
        sum -= a[i][k] * conj(a[j][k]);
      h[i][j] = sum;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float complex sum = fc[i * m + j];
      for (int k = 0; k < l; k++)
        sum += crealf(fa[i * l + k]) * fb[k * m + j] * I;
      fc[i * m + j] = sum;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double re = 0.0, im = 0.0;
      for (int k = 0; k < l; k++) {
        re += sa[i * l + k].re * sb[k * m + j].re - sa[i * l + k].k * sb[k * m + j].k;
        im += sa[i * l + k].re * sb[k * m + j].k + sa[i * l + k].k * sb[k * m + j].re;
      }
      sc[i * m + j].re = re;
      sc[i * m + j].k = im;
    }
}

int main(void)
{
  double complex sum = 0;
#pragma omp parallel for
  for (int i = 0; i < N * K; i++) {
    a[i / K][i % K] = i % 13 - 6 + (i % 7) * I;
    fa[i] = i % 5 + (i % 3) * I;
    sa[i].re = i % 11 - 5;
    sa[i].k = i % 4;
  }
  for (int i = 0; i < K * M; i++) {
    b[i / M][i % M] = (i % 9) * 0.5 - (i % 5) * I;
    fb[i] = i % 3 - (i % 4) * I;
    sb[i].re = i % 6;
    sb[i].k = i % 8 - 3;
  }
  products(N, M, K, 0.5);
  products(N - 3, M - 1, K - 2, 0.25);
  for (int i = 0; i < N * M; i++)
    sum += c[i / M][i % M] * (i % 3 + 1) + fc[i] + sc[i].re * (i % 5) + sc[i].k * I;
  for (int i = 0; i < N * N; i++)
    sum += h[i / N][i % N] * (i % 4);
  printf("%.10g %.10g\n", creal(sum), cimag(sum));
  return 0;
}
