/* Serial loops execute a region again and again, whose arrays change places in between.  expect: offloaded=11 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 90, STEPS = 50 };

/* Two arrays; the ends are never written. */
static double *heat(double *a, double *b, int n, int steps)
{
  for (int k = 0; k < steps; k++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1] + k * 0.01;
    double *c = a;
    a = b;
    b = c;
  }
  return a;
}

/* Three arrays in turn, with a number for each step. */
static double *wave(double *old, double *now, double *next, int n, int steps, double by)
{
  double *spare;
  int k;
  for (k = 0; k < steps; k++) {
    double push = k % 7 * 0.125;
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      next[i] = 2 * now[i] - old[i] + by * (now[i - 1] - 2 * now[i] + now[i + 1]) + push;
    spare = old;
    old = now;
    now = next;
    next = spare;
  }
  return now;
}

/* The region is all of a function, called with the arrays in turn; all of the other array is written. */
static void step(const int *restrict from, int *restrict to, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] = from[i == 0 ? n - 1 : i - 1] ^ (from[i] | from[i == n - 1 ? 0 : i + 1]);
}

static int *rule(int *a, int *b, int n, int steps)
{
  for (int k = 0; k < steps; k++) {
    step(a, b, n);
    int *c = a;
    a = b;
    b = c;
  }
  return a;
}

/* The host reads an element now and then, and writes one. */
static double watched(double *a, double *b, int n)
{
  double sum = 0;
  for (int k = 0; k < STEPS; k++) {
    double *c;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i] * 0.5 + k;
    if (k % 20 == 7) sum += b[k];
    if (k == 30) b[3] = sum;
    c = a, a = b, b = c;
  }
  return sum + a[3] + b[5];
}

/* Rows of a table of scores, and the best one of all; what is added differs. */
static int scored(int *row, int *next, const int *cost, int n, int steps)
{
  int best = -1000;
  for (int k = 0; k < steps; k++) {
    int shift = k % 9;
#pragma omp parallel for reduction(max : best)
    for (int i = 1; i < n; i++) {
      int s = row[i] > row[i - 1] ? row[i] : row[i - 1];
      next[i] = s + cost[(i + shift) % n];
      if (next[i] > best) best = next[i];
    }
    int *swap = row;
    row = next;
    next = swap;
  }
  return best + row[n / 2];
}

/* The pointers lead into one block, or to parts of each other; new memory each time; another array in between. */
static double others(double *x, int n)
{
  double *a = x, *b = x + n, sum = 0;
  for (int k = 0; k < STEPS; k++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i] * 0.75 + i;
    double *c = a;
    a = b;
    b = c;
  }
  for (int k = 0; k < 20; k++) {
    double *fresh = calloc(n, sizeof *fresh);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      fresh[i] = a[i] + k;
    sum += fresh[k];
    memcpy(a, fresh, n * sizeof *a);
    free(fresh);
  }
  double *one = x, *two = x + n, *three = x + 2 * n;
  for (int k = 0; k < STEPS; k++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      one[i] += two[i] * 0.25;
    if (k == 25) one = three;
    else if (k % 3 == 0) {
      three = one;
      one = two;
      two = three;
    }
  }
  return sum + a[4] + b[6] + one[8];
}

/* The same pair of arrays, in a second loop with other host code. */
static double again(double *a, double *b, int n)
{
  for (int round = 0; round < 3; round++) {
    for (int k = 0; k < 7; k++) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] = b[n - 1 - i] + round;
      double *c = b;
      b = a;
      a = c;
    }
    a[round] = -1;
  }
  return a[5] + b[7];
}

/* A step's number chooses the rows, of one block and of others. */
static double chosen(double *a, double *b, int n)
{
  static double rows[2][N];
  double *const table[2] = {a, b};
  for (int i = 0; i < n; i++) rows[0][i] = i % 7;
  for (int k = 0; k < STEPS; k++) {
    double *to = rows[(k + 1) & 1], *from = rows[k & 1];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      to[i] = from[(i + 3) % n] * 0.5 + i;
  }
  for (int k = 0; k < STEPS; k++) {
    const double *from = table[k % 2];
    double *to = k % 2 ? a : b;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      to[i] = from[n - 1 - i] * 0.5 + k;
  }
  return rows[STEPS & 1][5] + a[4] + b[6];
}

int main(void)
{
  double *x[3], sum = 0;
  int *cells[3];
  for (int k = 0; k < 3; k++) {
    x[k] = calloc(N * 3, sizeof *x[k]);
    cells[k] = calloc(N, sizeof *cells[k]);
    if (!x[k] || !cells[k]) return 1;
    for (int i = 0; i < N; i++) x[k][i] = (i * 7 + k) % 13, cells[k][i] = (i * 5 + k) % 3;
  }
  double *last = heat(x[0], x[1], N, STEPS);
  printf("heat %.12g %.12g %.12g\n", last[0], last[44], last[N - 1]);
  last = wave(x[0], x[1], x[2], N, STEPS + 1, 0.25);
  for (int i = 0; i < N; i++) sum += last[i] * i;
  printf("wave %.12g\n", sum);
  int *end = rule(cells[0], cells[1], N, STEPS);
  printf("rule %d %d %d\n", end[0], end[13], end[N - 1]);
  printf("watched %.12g\n", watched(x[0], x[1], N));
  printf("scored %d\n", scored(cells[0], cells[1], cells[2], N, STEPS));
  printf("others %.12g\n", others(x[2], N));
  printf("again %.12g\n", again(x[0], x[1], N));
  printf("chosen %.12g\n", chosen(x[0], x[1], N));
  for (int k = 0; k < 3; k++) {
    free(x[k]);
    free(cells[k]);
  }
  return 0;
}
