/* Loops in parts with variables that have initial values: tables of each iteration, and static ones that several
 * parts read.  expect: offloaded=2 */
#include <stdio.h>

#define N 13
#define M 1800

static double a[M][N], c[N];

static void weigh(int n, int m)
{
#pragma omp parallel for
  for (int j = 0; j < n; j++) {
    double weights[2][2] = {{1, 2}, {3, 4}};
    static const double shift[2] = {5, 7};
    static const double rate = 0.5;
    const int odd = j % 2;
    c[j] = weights[odd][1] + shift[odd];
    for (int i = 0; i < m; i++)
      a[i][j] -= c[j] * rate;
  }
}

static void step(int n, int m)
{
#pragma omp parallel for
  for (int j = 0; j < n; j++) {
    static const double rate = 0.25;
    const double mean[3] = {c[j], c[j] / 2, 1};
    double sum = 0;
    for (int i = 0; i < m; i++)
      sum += a[i][j] * rate;
    c[j] = sum + mean[1];
    for (int i = 0; i < m; i++)
      a[i][j] += c[j] * rate;
  }
}

int main(void)
{
  double sum = 0;
  int i, j;

  for (i = 0; i < M; i++)
    for (j = 0; j < N; j++)
      a[i][j] = (i * 7 + j * 3) % 11;
  weigh(N, M);
  step(N, M);
  for (i = 0; i < M; i++)
    for (j = 0; j < N; j++)
      sum += a[i][j] * (j + 1);
  printf("%.12g %.12g\n", sum, c[2]);
  return 0;
}
