/* How far recursive functions reach.  expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>
#define N 30
static void fill(int *a, int n) {
  a[0] = n;
  if (n)
    fill(a + 1, n - 1);
}
static void fill2(int *a, int k, int n) {
  a[k] = n + k;
  if (n)
    fill2(a, k + 3, n - 1);
}
static long sum(const int *a, int n) {
  long s = a[0];
  if (n)
    s += 3 * sum(a + 2, n - 1);
  return s;
}
static long down(const int *a, int n) { return n ? a[-1] + 2 * down(a - 1, n - 1) : a[0]; }
static int table[4000];
static int global_count;
struct work {
  int *out;
  const int *in;
  int n;
};
static void walk(struct work *w, int i, int step) {
  if (i >= w->n)
    return;
  w->out[i] += w->in[i] * step;
  walk(w, i + step, step + 1);
}
static void deep(struct work w, int i, int d) {
  if (d == 0) {
    w.out[i] = w.in[i] + d;
    return;
  }
  deep(w, 2 * i, d - 1);
  deep(w, 2 * i + 1, d - 1);
}
static void rows(double **m, int r, int c, int n) {
  if (c == n)
    return;
  m[r][c] = r + c * .5;
  rows(m, r, c + 1, n);
}
static double cols(double **m, int r, int c, int n) { return r == n ? 0 : m[r][c] + cols(m, r + 1, c, n); }
int main(void) {
  int *a = malloc(N * 100 * sizeof *a), *b = malloc(N * 100 * sizeof *b), *c = calloc(N * 100, sizeof *c);
  long r[N], q[N];
  for (int i = 0; i < N * 100; i++)
    a[i] = b[i] = -i;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    fill(a + i * 100, 10 + i);
    fill2(b, i * 100, 20 + i % 10);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    r[i] = sum(a + i * 100, 15);
    q[i] = down(b + i * 100 + 60, i);
  }
  struct work w = {c, a, N * 100};
#pragma omp parallel for
  for (int i = 0; i < 1; i++)
    walk(&w, i, 1);
  struct work v = {table, b, 4000};
#pragma omp parallel for
  for (int i = 8; i < 16; i++)
    deep(v, i, 6);
  double *m[N];
  double t[N];
  for (int i = 0; i < N; i++)
    m[i] = calloc(N, sizeof **m);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    rows(m, i, 0, N - i % 5);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    t[i] = cols(m, 0, i, N);
  long h = 0;
  for (int i = 0; i < N * 100; i++)
    h = h * 31 + a[i] + 7 * b[i] + 11 * c[i];
  for (int i = 0; i < 4000; i++)
    h = h * 31 + table[i];
  printf("%ld %d\n", h, global_count);
  for (int i = 0; i < N; i += 4)
    printf("%ld %ld %g\n", r[i], q[i], t[i]);
  return 0;
}
