/* Serial loops execute a region again and again: by diagonals, in functions, with the host's accesses between.
 * expect: offloaded=10 */
#include <stdio.h>
#include <stdlib.h>
#define N 70

static double table[N + 1][N + 1], cost[N + 1];

/* Each diagonal is an execution of the region; only numbers are computed in between. */
static void diagonals(double *restrict t, int n, int m)
{
  for (int d = 2; d <= n + m; d++) {
    int from = d - m > 1 ? d - m : 1;
    int to = d - 1 < n ? d - 1 : n;
#pragma omp parallel for
    for (int i = from; i <= to; i++) {
      int j = d - i;
      double a = t[(i - 1) * (m + 1) + j], b = t[i * (m + 1) + j - 1];
      t[i * (m + 1) + j] = (a < b ? a : b) + cost[i] * cost[j] + t[(i - 1) * (m + 1) + j - 1] * 0.25;
    }
  }
}

/* The loop is the caller's. */
static void diagonal(double (*t)[N + 1], const double *c, int d)
{
  int from = d > N ? d - N : 1;
#pragma omp parallel for schedule(static)
  for (int i = from; i <= (d > N ? N : d - 1); i++) {
    double a = t[i - 1][d - i], b = t[i][d - i - 1];
    t[i][d - i] = (a < b ? b : a) + c[i] * c[d - i];
  }
}

/* Steps of a sum of prefixes in place: each reads what the one before has written, in `while`, from the back. */
static void halves(long *x, int n)
{
  int apart = n / 2;
  while (apart > 0) {
#pragma omp parallel for
    for (int i = 0; i < apart; i++)
      x[i] = 3 * x[i] + x[i + apart];
    apart /= 2;
  }
}

/* The host reads an element now and then, and writes one. */
static double watched(double *x, int n)
{
  double sum = 0;
  for (int k = 0; k < 50; k++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = x[i] * 0.5 + k;
    if (k % 20 == 7) sum += x[k];
    if (k == 30) x[3] = sum;
  }
  return sum + x[3];
}

/* The pointers change places. */
static double *swapped(double *a, double *b, int n)
{
  for (int k = 0; k < 40; k++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    double *c = a;
    a = b;
    b = c;
  }
  return a;
}

/* Rows that the pointer goes to, of one block. */
static void rows(double *x, int n)
{
  for (int k = 1; k < 30; k++) {
    double *row = x + k * n;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      row[i] = row[i - n] * 0.75 + i;
  }
}

/* Automatic memory; and two regions in turn. */
static double automatic(int n)
{
  double line[64] = {1, 2, 3}, sum = 0;
  for (int k = 0; k < 20; k++)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      line[i] += line[i] * 0.5 + k;
  for (int k = 0; k < 20; k++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      line[i] = line[i] * 0.5 + k;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      line[i] -= k;
  }
  for (int i = 0; i < n; i++)
    sum += line[i];
  return sum;
}

/* The memory is another one each time, perhaps at the same address. */
static double allocated(int n)
{
  double sum = 0;
  for (int k = 0; k < 20; k++) {
    double *x = calloc(n, sizeof *x);
    for (int j = 0; j < 3; j++)
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        x[i] += i + j * k;
    sum += x[n - 1];
    free(x);
  }
  return sum;
}

int main(void)
{
  int n = 60, m = 45;
  double *t = calloc((size_t)(n + 1) * (m + 1), sizeof *t), *a = calloc(90, sizeof *a), *b = calloc(90, sizeof *b);
  double *x = calloc(30 * 50, sizeof *x), sum = 0;
  long *whole = malloc(256 * sizeof *whole);
  if (!t || !a || !b || !x || !whole) return 1;
  for (int i = 0; i <= N; i++) cost[i] = (i * 37 % 19) * 0.25;
  for (int repeat = 0; repeat < 2; repeat++) diagonals(t, n, m);
  for (int i = 0; i < (n + 1) * (m + 1); i++) sum += t[i] * (i % 7);
  printf("diagonals %.12g %.12g\n", sum, t[(n + 1) * (m + 1) - 1]);
  for (int i = 0; i <= N; i++) table[i][0] = table[0][i] = i;
  for (int d = 2; d <= 2 * N; d++)
    diagonal(table, cost, d);
  printf("diagonal %.12g %.12g\n", table[N][N], table[N / 2][N / 3]);
  for (int i = 0; i < 256; i++) whole[i] = i % 11;
  halves(whole, 256);
  printf("halves %ld %ld\n", whole[0], whole[1]);
  for (int i = 0; i < 90; i++) a[i] = i % 5;
  printf("watched %.12g\n", watched(a, 90));
  double *last = swapped(a, b, 90);
  printf("swapped %.12g %.12g\n", last[44], last[88]);
  for (int i = 0; i < 50; i++) x[i] = i;
  rows(x, 50);
  printf("rows %.12g %.12g\n", x[29 * 50 + 7], x[12 * 50 + 49]);
  printf("automatic %.12g\n", automatic(64));
  printf("allocated %.12g\n", allocated(40));
  free(t);
  free(a);
  free(b);
  free(x);
  free(whole);
  return 0;
}
