/* expect: offloaded=6
   Error paths in loops over lines that do not depend on the line: a size that is checked in the loop, and in a function
   that it calls; checks between the loops, where the inner one has no iterations, too; and checks of each line. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 40 };

static double a[N][N], b[N][N], factors[N];
static struct { int least, most; } limits = {1, N};

static void line(double to[N], const double from[N], int n, int mode) {
  int most = limits.most;
  if ((mode != 1 && mode != -1) || n < limits.least || n > most) {
    printf("neither forward nor backward, or %d elements\n", n);
    exit(1);
  }
  for (int k = 0; k < n; k++)
    to[k] = mode * from[k] + factors[k];
}

static void called(int n, int mode) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double work[N], start[N];
      for (int k = 0; k < n; k++)
        start[k] = i + j * k;
      line(work, start, n, mode);
      a[i][j] = work[0] + work[n - 1];
    }
}

static void asserted(int n, int shift) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = n - 1; j >= 0; j--) {
      int at = j + shift;
      b[i][j] = a[i][j];
      assert(n + shift <= N && shift >= 0);
      if (factors[0] < 0)
        abort();
      b[i][j] += a[i][at];
    }
}

static void between(int n, int m, int bad) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (i == bad)
      printf("row %d of %d elements\n", i, m);
    for (int j = 0; j < m; j++)
      a[i][j] += b[i][j];
  }
}

static void late(int n, int m, int bad) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (n == bad)
        printf("%d rows\n", n);
      a[i][j] -= 0.5 * b[i][j];
    }
}

static void each(int n, int count) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < count; j++) {
      if (j >= N)
        exit(2);
      b[i][j] += i;
    }
}

static void changing(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int left = N;
    for (int j = 0; j < n; j++) {
      if (left < 0)
        exit(3);
      left--;
      b[i][j] *= 1.5;
    }
  }
}

int main(void) {
  double sum = 0.0;

  for (int k = 0; k < N; k++)
    factors[k] = 1.0 + k % 7;
  called(N, 1);
  called(N / 2, -1);
  asserted(N - 3, 3);
  between(N, N, -1);
  between(N, 0, 5);
  between(N, N, 5);
  late(1, 1, 1);
  late(N, N, 3);
  late(N, 0, N);
  each(N, N);
  changing(N);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += a[i][j] * ((i + j) % 3) + b[i][j] * (i % 5);
  printf("%.9g\n", sum);
  return 0;
}
