/* Reductions of loops that a sequential loop executes again and again before the host needs their results.
 * expect: offloaded=7 */
#include <stdio.h>
#include <stdlib.h>

static int smaller(int a, int b)
{
  return a < b ? a : b;
}

/* The best of a table that is filled diagonal by diagonal. */
static int diagonals(int n, const char *a, const char *b, int *table)
{
  int best = -5, width = n + 1;

  for (int d = 2; d <= 2 * n; d++) {
    int from = d - n > 1 ? d - n : 1, to = smaller(n, d - 1);
#pragma omp parallel for reduction(max : best)
    for (int i = from; i <= to; i++) {
      int j = d - i, here = table[(i - 1) * width + j - 1] + (a[i - 1] == b[j - 1] ? 3 : -2);
      int left = table[i * width + j - 1] - 1, up = table[(i - 1) * width + j] - 1;
      here = here > left ? here : left;
      here = here > up ? here : up;
      table[i * width + j] = here > 0 ? here : 0;
      if (here > best) best = here;
    }
  }
  return best;
}

/* The order in which the steps' sums are added decides what is left of them; the CPU runs every third step. */
static double orders(int n, int steps, double *x)
{
  static const double large[] = {1e17, 1.0, -1e17, 3.0, 1e16, -1e16, 0.25};
  double sum = 0.0;
  long count = 0;

  for (int s = 0; s < steps; s++) {
    double by = large[s % 7];
    int from = s % 5;
#pragma omp parallel for if (s % 3 != 1) reduction(+ : sum, count)
    for (int i = 0; i < n; i++) {
      x[i] = i == from ? by : 0.0;
      sum += x[i];
      count += i > from;
    }
  }
  printf("%ld\n", count);
  return sum;
}

/* A loop that is left in the midst, and one inside another one. */
static double left(int n, int steps, const double *x)
{
  double sum = 0.0, all = 0.0;
  int s = 0;

  while (1) {
    if (s == steps) break;
    s++;
    if (s % 4 == 2) continue;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) sum += x[i] * s;
  }
  for (int t = 0; t < steps; t++) {
    for (int u = 0; u < t; u++) {
#pragma omp parallel for reduction(+ : all)
      for (int i = 0; i < n; i++) all += x[i] + u;
    }
    all *= 0.5;
  }
  return sum + all;
}

/* The step needs what the one before has found: by name, in a block of its own, or before it returns. */
static double at_once(int n, int steps, double *x)
{
  double sum = 0.0, most = 0.0;

  for (int s = 0; s < steps; s++) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) sum += x[i];
    x[s] = sum * 0.125;
  }
  for (int s = 0; s < steps; s++) {
    double own = 0.0;
#pragma omp parallel for reduction(max : own)
    for (int i = 0; i < n; i++) own = x[i] * s > own ? x[i] * s : own;
    most += own;
  }
  for (int s = 0; s < steps; s++) {
#pragma omp parallel for reduction(+ : most)
    for (int i = 0; i < n; i++) most += x[i];
    if (x[s] < 0.0) return sum;
  }
  return sum + most;
}

int main(void)
{
  enum { N = 60, STEPS = 21 };
  char *a = malloc(N), *b = malloc(N);
  int *table = calloc((N + 1) * (N + 1), sizeof *table);
  double *x = malloc(4 * N * sizeof *x);

  if (a == NULL || b == NULL || table == NULL || x == NULL) return 1;
  for (int i = 0; i < N; i++) {
    a[i] = "ACGT"[i * 7 % 11 % 4];
    b[i] = "ACGT"[i * 5 % 13 % 4];
  }
  printf("%d\n", diagonals(N, a, b, table));
  printf("%.17g\n", orders(4 * N, STEPS, x));
  for (int i = 0; i < 4 * N; i++) x[i] = 0.5 + i % 9;
  printf("%.17g\n", left(4 * N, 9, x));
  printf("%.12g\n", at_once(4 * N, 6, x));
  free(a);
  free(b);
  free(table);
  free(x);
  return 0;
}
