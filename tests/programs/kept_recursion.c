/* Recursion that stays on the CPU, and one through a parameter that does not.
 * expect: offloaded=1 kept=K005,K005,K005,K005,K005,K005,K005 */
#include <stdio.h>
#include <stdlib.h>
#define N 8
static int a[N][64], r[N];
static void sort_malloc(int *a, int n) {
  if (n < 2)
    return;
  int *t = malloc(n * sizeof *t);
  int h = n / 2;
  sort_malloc(a, h);
  sort_malloc(a + h, n - h);
  int i = 0, j = h, k = 0;
  while (k < n)
    t[k++] = j >= n || (i < h && a[i] <= a[j]) ? a[i++] : a[j++];
  for (k = 0; k < n; k++)
    a[k] = t[k];
  free(t);
}
static void sort_vla(int *a, int n) {
  if (n < 2)
    return;
  int t[n], h = n / 2;
  sort_vla(a, h);
  sort_vla(a + h, n - h);
  int i = 0, j = h, k = 0;
  while (k < n)
    t[k++] = j >= n || (i < h && a[i] <= a[j]) ? a[i++] : a[j++];
  for (k = 0; k < n; k++)
    a[k] = t[k];
}
static int big(int n) {
  int t[5000];
  t[n] = n;
  if (n == 0)
    return 0;
  int x = big(n - 1);
  return x + t[n];
}
static int middle(int n) {
  int t[500];
  for (int i = 0; i <= n; i++)
    t[i] = n;
  if (n == 0)
    return 0;
  int x = middle(n - 1);
  return x + t[n];
}
static int *last(int *p) { return *p < 0 ? p : last(p + 1); }
static void pingpong(int *from, int *to, int n) {
  if (n == 0)
    return;
  to[n] = from[n] + 1;
  pingpong(to, from, n - 1);
}
static int loop(int n) {
  int s = 0;
  do {
    s++;
  } while (n > 0 && loop(n - 1) > s && s < 3);
  return s;
}
static int visit(int (*f)(int), int n) { return n == 0 ? f(0) : f(n) + visit(f, n - 1); }
static int twice(int n) { return 2 * n; }
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 64; j++)
      a[i][j] = j * 37 % 64 - (j == 20) * 100;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    sort_malloc(a[i], 64);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    sort_vla(a[i], 64);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    r[i] += big(i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    r[i] += middle(i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    r[i] += *last(a[i]);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int mine[64] = {0};
    pingpong(a[i], mine, 20);
    r[i] += mine[19];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    r[i] += loop(i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    r[i] += visit(twice, i);
  for (int i = 0; i < N; i++)
    printf("%d %d\n", r[i], a[i][7]);
}
