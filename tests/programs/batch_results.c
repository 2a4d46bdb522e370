/* Reductions in sequential loops of regions and of serial code, whose results the host needs behind these.
 * expect: offloaded=11 idle=1 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, M = 30 };

static double field[N][N];
static int cell[(N + 1) * (M + 1)];
static unsigned marks[N * N];

/* Diagonals with numbers that are computed in between, forth and back. */
static double swept(int n)
{
  double change = 0, least = 100;
  for (int way = 0; way < 2; way++) {
#pragma omp parallel shared(change, least)
    for (int d = 0; d <= 2 * n - 2; d++) {
      int lo = d < n ? 0 : d - n + 1, hi = d < n ? d : n - 1;
#pragma omp for reduction(max : change) reduction(min : least)
      for (int k = lo; k <= hi; k++) {
        int i = way ? n - 1 - k : k, j = way ? n - 1 - (d - k) : d - k;
        double left = j > 0 ? field[i][j - 1] : 1, up = i > 0 ? field[i - 1][j] : 2, v = (left + up) * 0.5 + 0.25;
        double by = v > field[i][j] ? v - field[i][j] : field[i][j] - v;
        field[i][j] = v;
        if (by > change) change = by;
        if (v < least) least = v;
      }
    }
    printf("way %d %.12g %.12g\n", way, change, least);
  }
  return change + least;
}

/* Each diagonal is an execution of the region: the best score of an alignment, and how many cells are not 0. */
static int aligned(const char *a, const char *b, int n, int m, int *t)
{
  int best = 0, d;
  long cells = 3;
  for (d = 2; d <= n + m; d++) {
    int lo = d - m > 1 ? d - m : 1, hi = d - 1 < n ? d - 1 : n;
#pragma omp parallel for reduction(max : best) reduction(+ : cells)
    for (int i = lo; i <= hi; i++) {
      int j = d - i, s = t[(i - 1) * (m + 1) + j - 1] + (a[i - 1] == b[j - 1] ? 3 : -2);
      int up = t[(i - 1) * (m + 1) + j] - 2, left = t[i * (m + 1) + j - 1] - 2;
      if (up > s) s = up;
      if (left > s) s = left;
      if (s < 0) s = 0;
      t[i * (m + 1) + j] = s;
      cells += s != 0;
      if (s > best) best = s;
    }
  }
  printf("cells %ld\n", cells);
  return best;
}

/* Some steps have no iteration, some more than a batch may have; bits, and whether all and any are so. */
static void counted(int steps)
{
  unsigned bits = 1;
  int all = 1, any = 0;
  unsigned odd = 0;
#pragma omp parallel
  {
    int k;
    for (k = 0; k < steps; k++) {
      int top = k % 5 == 2 ? 0 : k == 18 ? N * N : k + 3;
#pragma omp for reduction(| : bits) reduction(&& : all) reduction(|| : any) reduction(^ : odd)
      for (int i = 0; i < top; i++) {
        marks[i] = marks[i] * 3 + (unsigned)k;
        bits |= 1u << (marks[i] & 31);
        all = all && marks[i] != 1234567;
        any = any || marks[i] == 9;
        odd ^= marks[i];
      }
    }
  }
  printf("counted %u %d %d %u\n", bits, all, any, odd);
}

/* Sums of floating-point numbers are added launch by launch; a loop behind that does not need the sum; none at all. */
static double summed(double *x, int n, int steps)
{
  double sum = 0.5, other = 0;
#pragma omp parallel
  {
    for (int k = 0; k < steps; k++) {
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < n; i++) sum += x[i] * 0.125;
#pragma omp for
      for (int i = 0; i < n; i++) x[i] = x[i] * 0.5 + k;
    }
#pragma omp for reduction(+ : other)
    for (int i = 0; i < n; i++) other += x[i];
  }
#pragma omp parallel
  {
#pragma omp for reduction(+ : other)
    for (int i = 0; i < 0; i++) other += x[i];
#pragma omp for
    for (int i = 0; i < n; i++) x[i] += 1;
  }
  return sum + other;
}

/* The host reads the variable in the region, or by its address behind it; it leaves the loop early. */
static double watched(double *x, int n)
{
  double most = 0, *way = &most, top = 0;
  int k, high = 0;
#pragma omp parallel
  for (int s = 0; s < 6; s++) {
#pragma omp for reduction(max : most)
    for (int i = 0; i < n; i++) {
      x[i] += s;
      if (x[i] > most) most = x[i];
    }
  }
#pragma omp parallel
  for (int s = 0; s < 6; s++) {
#pragma omp for reduction(max : top)
    for (int i = 0; i < n; i++)
      if (x[i] > top) top = x[i];
#pragma omp single
    x[s] = top + s;
  }
  for (k = 0; k < 50; k++) {
#pragma omp parallel for reduction(max : high)
    for (int i = 0; i < n; i++) {
      x[i] = x[i] * 0.75 + k;
      if (x[i] > high) high = (int)x[i];
    }
    if (k == 44) break;
  }
  return *way + top * 3 + high * 5 + k;
}

int main(void)
{
  static char a[N], b[M];
  double *x = calloc(200, sizeof *x);
  if (!x) return 1;
  for (int i = 0; i < N; i++) a[i] = "ACGT"[i * 7 % 11 % 4];
  for (int i = 0; i < M; i++) b[i] = "ACGT"[i * 5 % 13 % 4];
  for (int i = 0; i < N * N; i++) marks[i] = (unsigned)i % 7;
  for (int i = 0; i < 200; i++) x[i] = i % 9;
  printf("swept %.12g\n", swept(N));
  printf("aligned %d\n", aligned(a, b, N, M, cell));
  counted(40);
  printf("summed %.12g\n", summed(x, 200, 5));
  printf("watched %.12g\n", watched(x, 150));
  free(x);
  return 0;
}
