/* Arrays of an iteration's own that several parts use: in memory by columns or by rows, or a number where each
 * work-item needs one element.  expect: offloaded=8 */
#include <stdio.h>

#define N 14
#define M 1200

static double a[M][N], b[M][N], w[20][M], c[N][M], v[3][N][M];

/* columns; a recurrence in between, and elements that stay from before */
static void columns(int from, int n, int m)
{
#pragma omp parallel for
  for (int j = from; j < n; j++) {
    double t[M], u[M];
    for (int i = 0; i < m; i++) {
      t[i] = a[i][j] * 0.5;
      u[i] = b[i][j] + i % 3;
    }
    for (int i = 1; i < m; i++)
      t[i] = 0.25 * t[i - 1] + u[i];
    for (int i = 0; i < m; i++)
      b[i][j] = t[i] - u[m - 1 - i];
  }
}

/* two values for each row, the second one of which only some rows set; a counter that goes down */
static void pairs(int n, int m)
{
  int t[M][2];
  int i, j;

#pragma omp parallel for private(t, i)
  for (j = n - 1; j >= 2; j -= 3) {
    for (i = 0; i < m; i++) {
      t[i][0] = (int)a[i][j];
      t[i][1] = j;
    }
    for (i = 0; i < m; i += 5)
      t[i][1] = t[m - 1 - i][0];
    for (i = 0; i < m; i++)
      a[i][j] += t[i][1] - t[i][0];
  }
}

/* a product of rows, in which each work-item needs one element */
static void product(int n, int m)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double t[M];
    for (int j = 0; j < m; j++)
      t[j] = 0.0;
    for (int k = 0; k < 20; k++)
      for (int j = 0; j < m; j++)
        t[j] += c[i][k] * w[k][j];
    for (int j = 0; j < m; j++)
      c[i][j] = t[j] + 1;
  }
}

/* rows of planes: iterations of two loops */
static void planes(int from, int n, int m)
{
#pragma omp parallel
  {
#pragma omp for
    for (int k = 0; k < 3; k++) {
      float sum[M];
      for (int j = from; j < n; j++) {
        for (int l = 0; l < m; l++) {
          sum[l] = 0;
          for (int s = 0; s < 20; s++)
            sum[l] += (float)v[k][j][s] * w[s][l];
        }
        for (int l = 0; l < m; l++)
          v[k][j][l] = (int)sum[l] % 9;
      }
    }
#pragma omp for
    for (int k = 0; k < 3; k++)
      for (int j = from; j <= n - 1; j++) {
        double least = 5, plus[M];
        int l;
        for (l = 0; l < m; l++)
          if (v[k][j][l] < least)
            least = v[k][j][l];
        for (l = 0; l < m; l++)
          plus[l] = v[k][j][l] * 2;
        least += 0.5;
        for (l = 0; l < m; l++)
          v[k][j][l] = plus[m - 1 - l] - least;
      }
  }
}

/* a sum of what arrays hold; a value for each iteration, and an array that one part has alone */
static double reduced(int n, int m)
{
  double total = 0;

#pragma omp parallel for reduction(+ : total)
  for (int j = 0; j < n; j++) {
    double t[M], few[12], first;
    for (int i = 0; i < 12; i++)
      few[i] = a[i][j];
    for (int i = 1; i < 12; i++)
      few[i] += few[i - 1];
    first = (int)few[11] % 5;
    for (int i = 0; i < m; i++)
      t[i] = a[i][j] - first;
    for (int i = 0; i < m; i++)
      total += (int)(t[i] * t[m - 1 - i]) % 3;
  }
  return total;
}

/* two dimensions of arrays, and too much of them for memory between parts */
static void large(int n, int m)
{
#pragma omp parallel for collapse(2)
  for (int j = 0; j < n; j++)
    for (int k = 0; k < 2; k++) {
      double t[M];
      for (int i = 0; i < m; i++)
        t[i] = w[i % 20][j] + k;
      for (int i = 0; i < m; i++)
        v[k][j][i] += t[m - 1 - i];
    }
#pragma omp parallel for
  for (int j = 0; j < n; j++) {
    double t[M][3];
    for (int i = 0; i < m; i++)
      for (int k = 0; k < 3; k++)
        t[i][k] = v[k][j][i];
    for (int i = 0; i < m; i++)
      for (int k = 0; k < 3; k++)
        v[k][j][i] = t[m - 1 - i][2 - k];
  }
}

int main(void)
{
  double total = 0;

  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (i * 7 + j * 3) % 11;
      b[i][j] = (i + j) % 5;
      c[j][i] = (i * j) % 7;
      for (int k = 0; k < 3; k++)
        v[k][j][i] = (i + j * k) % 6;
    }
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < M; j++)
      w[i][j] = (i * 3 + j) % 4;
  columns(0, N, M);
  columns(3, N - 2, 801);
  columns(1, N, 40);
  columns(5, 5, 1000);
  pairs(N, M);
  pairs(3, M);
  product(N, M);
  product(3, 500);
  planes(0, N, M);
  planes(2, N - 1, 900);
  planes(7, 7, 900);
  printf("%.10g\n", reduced(N, M));
  printf("%.10g\n", reduced(N, 30));
  large(N, M);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      total += a[i][j] * (j % 5) + b[i][j] * (i % 3) + c[j][i];
      for (int k = 0; k < 3; k++)
        total += v[k][j][i] * ((i + k) % 4);
    }
  printf("%.10g\n", total);
  return 0;
}
