/* Tables of rows that functions set up on the host, between loops on the device, twice.  expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>
static double ***cube(int n) {
  double ***a = malloc(n * sizeof *a);
  for (int k = 0; k < n; k++) {
    a[k] = malloc(n * sizeof *a[k]);
    for (int j = 0; j < n; j++) a[k][j] = malloc(n * sizeof *a[k][j]);
  }
  return a;
}
static void zero(int n, double ***a) {
#pragma omp parallel for
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) a[k][j][i] = 0.0;
}
static void charges(int n, double ***a) {
  unsigned s = 12345;
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) { s = s * 1103515245u + 12345u; a[k][j][i] = (s >> 16) / 65536.0 - 0.5; }
}
static double norm(int n, double ***a) {
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) sum += a[k][j][i] * a[k][j][i];
  return sum;
}
static void residual(int n, double ***u, double ***v, double ***r) {
#pragma omp parallel for
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        r[k][j][i] = v[k][j][i] - 6.0 * u[k][j][i] + u[k][j][i - 1] + u[k][j][i + 1] + u[k][j - 1][i] + u[k][j + 1][i]
                   + u[k - 1][j][i] + u[k + 1][j][i];
}
static void smooth(int n, double ***r, double ***u) {
#pragma omp parallel for
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) u[k][j][i] += 0.1 * r[k][j][i];
}
int main(void) {
  enum { n = 34, steps = 4 };
  double ***u = cube(n), ***v = cube(n), ***r = cube(n), s;
  zero(n, u); zero(n, v); zero(n, r);
  charges(n, v);
  s = norm(n, v);
  residual(n, u, v, r);
  s += norm(n, r);
  smooth(n, r, u);
  residual(n, u, v, r);
  s += norm(n, r);
  zero(n, u); zero(n, v);
  charges(n, v);
  residual(n, u, v, r);
  for (int t = 0; t < steps; t++) {
    smooth(n, r, u);
    residual(n, u, v, r);
  }
  s += norm(n, r);
  printf("%.10g\n", s);
  return 0;
}
