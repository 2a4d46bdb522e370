/* Pointers that lie outside of their memory, and in other memory: initial values in braces and of static variables,
 * pointers to bytes and addresses as integers, arguments of calls, conditional expressions.  As loops reach elements by
 * data, they stay on the CPU.
 * expect: offloaded=4 idle=4 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 64 }; /* without a gap between the arrays: each pointer leads into the one before */

static double first[N], second[N], third[N], y[N];
static double *below = second - 1;
static double *rows[3] = {first - 1, &second[-1], (double *)((char *)third - sizeof(double))};
static struct {
  int n;
  double *a, *b;
} both = {.n = N, .b = second - 1, .a = third - 1};
static int order[N], n = N;

static void gather(double *to, const double *from) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] = from[order[i]];
}

static void scatter(double *to) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[order[i]] = to[order[i]] * 0.5 + i;
}

static double sum(const double *of) {
  double found = 0;
  for (int i = 0; i < N; i++)
    found = found * 0.9 + of[i];
  return found;
}

static void show(const char *what) { printf("%s %.9g %.9g %.9g %.9g\n", what, sum(y), sum(first), sum(second), sum(third)); }

static double *moved(double *from) { return (double *)((char *)from - sizeof *from); }

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N; i++) {
    first[i] = i;
    second[i] = 100 + i;
    third[i] = 1000 + i;
    order[i] = i * 7 % N + 1;
  }
  gather(y, below);
  scatter(below);
  show("static");
  gather(y, both.a);
  scatter(both.b);
  show("members");
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      y[i] += rows[k][order[i]];
#pragma omp parallel for
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < n; i++)
      rows[k][order[i]] += k + 1;
  show("rows");
  double *q = (double *)((char *)second - argc * sizeof(double));
  gather(y, q);
  show("bytes");
  q = (double *)((uintptr_t)third - sizeof(double));
  scatter(q);
  show("integer");
  gather(y, moved(first));
  show("returned");
  gather(y, second - argc);
  scatter(argc > 1 ? first - 1 : third - 1);
  show("arguments");
  q = argc > 1 ? first - 1 : second - 1;
  scatter(q);
  show("condition");
  double *list[] = {first - 1, third - argc};
  for (int k = 0; k < 2; k++)
    scatter(list[k]);
  struct {
    double *at;
    int length;
  } held = {second - 1, N}, other;
  scatter(held.at);
  other = held;
  gather(y, other.at);
  show("braces");
  static double *kept = third - 1;
  double **next = malloc(2 * sizeof *next), **end = next;
  *end++ = first - 1;
  *end++ = second - 1;
  scatter(kept);
  scatter(next[0]);
  gather(y, next[1]);
  show("stored");
  below[1] = -5;
  rows[2][3] = 4;
  held.at[N] += 1;
  gather(y, below);
  scatter(rows[2]);
  printf("%g %g %g\n", both.a[3], below[N], rows[0][7]);
  show("host");
  free(next);
  return 0;
}
