/* Arrays whose elements have another order on devices with memory of their own, of which the host touches elements,
 * rows and columns between launches: an elimination with pivots, neighbours in a row, and points with components.
 *
 * expect: offloaded=5 */
#include <math.h>
#include <stdio.h>

enum { N = 192, LINES = 120, POINTS = 100, PARTS = 5 };

static double a[N][N], b[N], w[N][N], u[LINES][POINTS][PARTS];

static double eliminate(void)
{
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (i * 37 + j * 11) % 101 + (i == j) * 3;
  for (int k = 0; k < N; k++) {
    int p = k;
    for (int i = k + 1; i < N; i++)
      if (fabs(a[i][k]) > fabs(a[p][k]))
        p = i;
    if (p != k)
      for (int j = 0; j < N; j++) {
        double t = a[k][j];
        a[k][j] = a[p][j];
        a[p][j] = t;
      }
    b[k] = a[k][k];
    sum += log(fabs(b[k])) + p % 3;
#pragma omp parallel for
    for (int i = k + 1; i < N; i++) {
      double m = a[i][k] /= a[k][k];
      for (int j = k + 1; j < N; j++)
        a[i][j] -= m * a[k][j];
    }
  }
  return sum;
}

static double neighbours(void)
{
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      w[i][j] = i == j ? N : (i * j) % 7;
  for (int k = 1; k < 40; k++) {
    sum += w[k][k] + w[k][k + 1] + w[k + 1][k];
    w[k][k + 1] = 3 + k;
    w[k][k] = 1 + k;
    w[k + 1][k + 2] = k;
    for (int j = 5; j < 40; j++)
      w[N - 1][j] += j;
    for (int i = 7; i < 90; i += 2)
      w[i][N - 1] = w[i][N - 1] * 0.25 + k;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      double m = 0;
      for (int j = 0; j < N; j++) {
        m += w[i][j];
        w[i][j] = w[i][j] * 0.5 + m / 1024;
      }
    }
  }
  return sum;
}

static double components(void)
{
  double sum = 0;
  for (int t = 0; t < 10; t++) {
#pragma omp parallel for
    for (int l = 0; l < LINES; l++)
      for (int p = 0; p < POINTS; p++)
        for (int c = 0; c < PARTS; c++)
          u[l][p][c] = u[l][p][c] * 0.5 + (l + 2 * p + 3 * c + t) % 11;
    for (int c = 0; c < PARTS; c++)
      sum += u[t][2 * t][c];
    for (int p = 3; p < 50; p++)
      u[LINES - 1][p][2] += u[LINES - 1][p][3];
    u[5][6][4] = t;
    u[5][7][0] = -t;
  }
  return sum;
}

int main(void)
{
  double sum[] = {eliminate(), neighbours(), components()};
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum[1] += w[i][j] * (i % 3 + 1) * (j % 5 + 1);
  for (int l = 0; l < LINES; l++)
    for (int p = 0; p < POINTS; p++)
      for (int c = 0; c < PARTS; c++)
        sum[2] += u[l][p][c] * (l % 3 + 1) * (p % 5 + 1) * (c + 1);
  printf("%.7g %.10g %.10g\n", sum[0], sum[1], sum[2]);
}
