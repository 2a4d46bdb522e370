/* Loops all of whose iterations need what one of them changes: that one runs between the others.  The counter's value for
 * it may be anywhere.
 * expect: offloaded=6 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 61, FAR = 1000000 };

static void paths(int *d, int n, int k) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (d[i * n + k] + d[k * n + j] < d[i * n + j])
        d[i * n + j] = d[i * n + k] + d[k * n + j];
}

/* All rows but the pivot's lose it; the pivot's column changes before the columns behind it. */
static void eliminate(double a[N][N], int p) {
  int i, j;
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    if (i != p)
      for (j = 0; j < N; j++) {
        double times = a[i][p] / a[p][p];
        a[i][j] -= times * a[p][j];
      }
}

static double table[N + 1][N + 1], other[N + 1];

/* From 1 on, and the element that all need is one behind a parameter's. */
static void from_one(int n, int at) {
#pragma omp parallel for
  for (int i = 1; i <= n; i++) {
    double sum = 0;
    for (int j = 1; j <= n; j++) {
      double next = table[i][j] * .5 + table[i][at + 1];
      table[i][j] = next;
    }
    for (int j = 1; j <= n; j++)
      sum += table[i][j];
    other[i] = sum;
  }
}

/* The place is the loop's own first or last one, or none of them. */
static void anywhere(int n, int at, double *row) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 3; j < n - 2; j++)
      table[i][j] += table[i][at] * row[j] + row[i];
}

/* What is needed is far away for the last iteration, and no number may be added to it. */
static long far_away(int n, int at) {
  static int counts[4][200];
  long sum = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 200; j++)
      counts[i][j] = i * j % 23;
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < n; j++)
      counts[i][j] = at < 200 ? counts[i][at] + j : j;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 200; j++)
      sum += counts[i][j] * (j + 1);
  return sum;
}

int main(void) {
  int *d = malloc(sizeof(int[N][N]));
  static double a[N][N];
  double row[N], sum = 0;
  unsigned seed = 5;
  long total = 0;
  for (int i = 0; i < N * N; i++) {
    seed = seed * 1103515245u + 12345u;
    d[i] = seed >> 16 & 7 ? FAR : (int)(seed >> 20 & 63) + 1;
    a[i / N][i % N] = (seed >> 16 & 255) / 64. + (i / N == i % N ? 90 : 0);
  }
  for (int i = 0; i < N; i++)
    d[i * N + i] = 0;
  for (int k = 0; k < N; k++)
    paths(d, N, k);
  for (int i = 0; i < N * N; i++)
    total += d[i] * (long)(i % 7 + 1);
  printf("%ld\n", total);
  for (int p = 0; p < N; p++)
    eliminate(a, p);
  for (int i = 0; i < N; i++)
    sum += a[i][i] + a[i][(i * 5) % N];
  printf("%.9g\n", sum);
  for (int i = 0; i < N; i++)
    row[i] = .25 / (i + 1);
  for (int i = 0; i <= N; i++)
    for (int j = 0; j <= N; j++)
      table[i][j] = (i * 3 + j) % 11;
  for (int at = 0; at < N; at += 20)
    from_one(N, at);
  for (int at = 0; at < N; at++)
    anywhere(N, at, row);
  sum = 0;
  for (int i = 0; i <= N; i++)
    for (int j = 0; j <= N; j++)
      sum += table[i][j] * (j % 5) + other[i];
  printf("%.9g\n", sum);
  printf("%ld %ld %ld\n", far_away(100, 50), far_away(100, 150), far_away(20, INT_MAX));
  free(d);
  return 0;
}
