/* Values that an iteration hands on from one part to later ones: an element for each iteration.
 * expect: offloaded=4 */
#include <stdio.h>

#define N 13
#define M 1800

static double a[M][N], b[M][N], c[N];
static void columns(int from, int n, int m)
{
  double y;
  int i;

#pragma omp parallel for private(i, y)
  for (int j = from; j < n; j++) {
    double sum = 0.0, most = -1e9;
    for (i = 0; i < m; i++) {
      sum += a[i][j];
      if (a[i][j] > most)
        most = a[i][j];
    }
    sum /= m;
    for (i = 0; i < m; i++)
      a[i][j] -= sum;
    y = sum * most;
    c[j] += y;
    if (j % 3)
      sum = 2;
    for (i = 0; i < m; i++)
      b[i][j] = sum + y * i;
  }
}

static void down(int n, int m)
{
  int s, i;
  unsigned j;

#pragma omp parallel for private(i, s)
  for (j = n - 1; j >= 3; j -= 2) {
    s = j;
    for (i = 1; i < m; i++)
      s += (int)a[i][j];
    for (i = 0; i < m; i++)
      a[i][j] -= s % 7;
  }
}

/* in a region: a value that is only set under a condition, and a name that means two things */
static void rows(int n, int m)
{
#pragma omp parallel
  {
    double kept = 1.0;
    long other = 3;
#pragma omp for
    for (int i = 0; i < n; i++) {
      kept = c[i];
      for (int j = 0; j < m; j++)
        b[j % M][i] += j < 0 ? other : 2.0;
      if (i % 4 == 1)
        kept = -i;
      for (int j = 0; j < m; j++)
        a[j][i] += kept;
    }
#pragma omp for
    for (int i = 0; i < n; i++) {
      long sum = i;
      {
        long sum = 5;

        for (int j = 0; j < m; j++)
          sum += (long)a[j][i];
        c[i] = sum;
      }
      for (int j = 0; j < m; j++)
        b[j][i] += sum;
      sum += (long)c[i];
      for (int j = 0; j < m; j++)
        a[j][i] -= sum % 3;
    }
  }
}

int main(void)
{
  double total = 0;

  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (i * 7 + j * 3) % 11;
  columns(0, N, M);
  columns(2, N - 1, M - 3);
  columns(1, N, 40);
  columns(5, 5, 3);
  down(N, M);
  down(N - 5, M);
  rows(N - 10, M);
  columns(0, N, M);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      total += a[i][j] * (j % 5) + b[i][j] * (i % 3) + c[j];
  printf("%.10g\n", total);
  return 0;
}
