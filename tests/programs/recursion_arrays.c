/* Recursion over arrays, of the loop's and of an iteration's own.  expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ROWS 40
#define COLS 90
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
static void quicksort(int *a, int low, int high) {
  if (low >= high)
    return;
  int pivot = a[(low + high) / 2], i = low, j = high;
  while (i <= j) {
    while (a[i] < pivot)
      i++;
    while (a[j] > pivot)
      j--;
    if (i <= j)
      swap(&a[i++], &a[j--]);
  }
  quicksort(a, low, j);
  quicksort(a, i, high);
}
static void quicksort_p(double *first, double *last) {
  if (last - first < 2)
    return;
  double pivot = *first, *p = first, *q;
  for (q = first + 1; q < last; q++)
    if (*q < pivot) {
      double t = *++p;
      *p = *q;
      *q = t;
    }
  double t = *p;
  *p = *first;
  *first = t;
  quicksort_p(first, p);
  quicksort_p(p + 1, last);
}
static void mergesort(int *a, int *tmp, int n) {
  if (n < 2)
    return;
  int h = n / 2;
  mergesort(a, tmp, h);
  mergesort(a + h, tmp + h, n - h);
  int i = 0, j = h, k = 0;
  while (i < h && j < n)
    tmp[k++] = a[i] <= a[j] ? a[i++] : a[j++];
  while (i < h)
    tmp[k++] = a[i++];
  while (j < n)
    tmp[k++] = a[j++];
  for (k = 0; k < n; k++)
    a[k] = tmp[k];
}
static int safe(const int *board, int row, int col) {
  for (int r = 0; r < row; r++)
    if (board[r] == col || abs(board[r] - col) == row - r)
      return 0;
  return 1;
}
static int queens(int *board, int row, int n) {
  if (row == n)
    return 1;
  int count = 0;
  for (int c = 0; c < n; c++)
    if (safe(board, row, c)) {
      board[row] = c;
      count += queens(board, row + 1, n);
    }
  return count;
}
static void permute(int *p, int k, int n, long *sum) {
  if (k == n) {
    long h = 0;
    for (int i = 0; i < n; i++)
      h = h * 10 + p[i];
    *sum ^= h;
    return;
  }
  for (int i = k; i < n; i++) {
    swap(&p[k], &p[i]);
    permute(p, k + 1, n, sum);
    swap(&p[k], &p[i]);
  }
}
static int solve(unsigned char *g, int pos) {
  while (pos < 16 && g[pos])
    pos++;
  if (pos == 16)
    return 1;
  int r = pos / 4, c = pos % 4;
  for (int v = 1; v <= 4; v++) {
    int ok = 1;
    for (int k = 0; k < 4 && ok; k++)
      if (g[r * 4 + k] == v || g[k * 4 + c] == v || g[(r / 2 * 2 + k / 2) * 4 + c / 2 * 2 + k % 2] == v)
        ok = 0;
    if (!ok)
      continue;
    g[pos] = v;
    if (solve(g, pos + 1))
      return 1;
    g[pos] = 0;
  }
  return 0;
}
struct node {
  int left, right, key;
  double weight;
};
static double subtree(const struct node *t, int n) {
  return n < 0 ? 0 : t[n].weight + subtree(t, t[n].left) + subtree(t, t[n].right);
}
static int depth(const struct node *t, int n) {
  if (n < 0)
    return 0;
  int a = depth(t, t[n].left), b = depth(t, t[n].right);
  return 1 + (a > b ? a : b);
}
static void range(const struct node *t, int n, int lo, int hi, int *count) {
  if (n < 0)
    return;
  if (t[n].key >= lo)
    range(t, t[n].left, lo, hi, count);
  if (t[n].key >= lo && t[n].key <= hi)
    (*count)++;
  if (t[n].key <= hi)
    range(t, t[n].right, lo, hi, count);
}
static int m[ROWS][COLS], q[ROWS][COLS], tmp[ROWS][COLS], out[8][ROWS];
static double x[ROWS][COLS], w[ROWS];
int main(void) {
  unsigned s = 1;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++) {
      s = s * 1103515245 + 12345;
      m[i][j] = q[i][j] = s >> 16 & 1023;
      x[i][j] = m[i][j] * .5 + j;
    }
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) {
    quicksort(m[i], 0, COLS - 1);
    quicksort_p(x[i], x[i] + COLS);
  }
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    mergesort(q[i], tmp[i], COLS);
  int nt = 300;
  struct node *t = malloc(nt * sizeof *t);
  for (int i = 0; i < nt; i++) {
    s = s * 1103515245 + 12345;
    t[i].left = t[i].right = -1;
    t[i].key = s >> 8 & 4095;
    t[i].weight = i * .25;
    int n = 0;
    if (i)
      for (;;) {
        int *c = t[i].key < t[n].key ? &t[n].left : &t[n].right;
        if (*c < 0) {
          *c = i;
          break;
        }
        n = *c;
      }
  }
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) {
    int board[8], p[6] = {1, 2, 3, 4, 5, 6}, count = 0;
    long sum = 0;
    unsigned char g[16] = {0};
    board[0] = i % 8;
    out[0][i] = queens(board, 1, 8);
    permute(p, 0, 3 + i % 4, &sum);
    out[1][i] = (int)sum;
    g[i % 16] = 1 + i % 4;
    g[(i * 7 + 3) % 16] = 2;
    out[2][i] = solve(g, 0);
    for (int k = 0; k < 16; k++)
      out[3][i] = out[3][i] * 5 + g[k];
    w[i] = subtree(t, i * 3);
    out[4][i] = depth(t, i);
    range(t, 0, i * 50, i * 50 + 500, &count);
    out[5][i] = count;
  }
  for (int i = 0; i < ROWS; i += 3) {
    long h = 0, g = 0;
    double e = 0;
    for (int j = 0; j < COLS; j++) {
      h = h * 31 + m[i][j];
      g = g * 31 + q[i][j];
      e = e * .5 + x[i][j];
    }
    printf("%ld %ld %.10g", h, g, e);
    for (int k = 0; k < 6; k++)
      printf(" %d", out[k][i]);
    printf(" %g\n", w[i]);
  }
  free(t);
  return 0;
}
