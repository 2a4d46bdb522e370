/* Arrays of variable size of an iteration's own that are set and copied as a whole.  expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 50 };
static void f1(int n, int m, double *out)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double a[m][m + 1], t[m];
    memset(a, 0, sizeof a);
    memset(t, 0, m * sizeof *t);
    for (int k = 0; k < m; k++)
      a[k][(k + i) % m] = k + 1;
    for (int k = 0; k < m; k++)
      for (int l = 0; l < m; l++)
        t[k] += a[k][l] * (l + 1);
    double s = 0;
    for (int k = 0; k < m; k++)
      s += t[k] * k;
    out[i] = s;
  }
}
static void f2(int n, int m, double *out)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float a[m][m], b[2][m][3];
    int c[m][4];
    memset(a, 0, m * m * sizeof(float));
    memset(b, 0, sizeof(b));
    memset(c, 0xff, sizeof c);
    a[i % m][1] = i;
    b[1][i % m][2] = 3;
    double s = 0;
    for (int k = 0; k < m; k++)
      for (int l = 0; l < m; l++)
        s += a[k][l] * (k + 2 * l) + b[k % 2][l][k % 3] + c[k][l % 4];
    out[i] = s;
  }
}
static void f3(int n, int m, double *out)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double a[m][m], b[m][m];
    for (int k = 0; k < m * m; k++)
      a[k / m][k % m] = i + k;
    memcpy(b, a, sizeof b);
    out[i] = b[m - 1][0] + b[0][m - 1];
  }
}
int main(void)
{
  double out[N], s = 0;
  f1(N, 7, out);
  for (int i = 0; i < N; i++) s += out[i] * (i % 7);
  printf("%.10g\n", s);
  f2(N, 6, out);
  for (int i = 0; i < N; i++) s += out[i] * (i % 7);
  printf("%.10g\n", s);
  f3(N, 5, out);
  for (int i = 0; i < N; i++) s += out[i] * (i % 7);
  printf("%.10g\n", s);
  return 0;
}
