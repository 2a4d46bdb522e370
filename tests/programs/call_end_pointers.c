/* Pointers to the ends of arrays, which loops compare with others: they may be where other arrays begin.

   The third loop goes down from an end, which is launched only where it is not one of these.
   expect: offloaded=4 idle=1
*/
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 256, M = 8 };

/* Whatever the order of these in memory is, some end where others begin. */
static int a[N], b[N], c[N];

static void positions(int *first, int *last) {
  ptrdiff_t count = last - first;
#pragma omp parallel for
  for (ptrdiff_t i = 0; i < count; i++) {
    int *p = first + i;
    *p = (int)(p - first) % 50 + (p < last) + (p + 1 == last) * 7 + (int)(last - p) % 13;
  }
}

static int sum_to(const int *at, const int *end) {
  int sum = 0;
  while (at != end && *at != 1000)
    sum = (sum * 3 + *at++) % 1009;
  return sum;
}

static void sums(const int *first, const int *end, int *to) {
#pragma omp parallel for
  for (int i = 0; i < N / M; i++)
    to[i] = sum_to(first + i * M, end);
}

static void down(const int *first, const int *end, int *to) {
#pragma omp parallel for
  for (int i = 0; i < N / M; i++) {
    int sum = 0;
    for (const int *p = end; p > first + i * M;)
      sum = (sum * 5 + *--p) % 1013;
    to[i] = sum;
  }
}

/* Which of two arrays a pointer leads into. */
static void both(const int *one, const int *other, const int *end, int *to) {
#pragma omp parallel for
  for (int i = 0; i < M; i++)
    to[i] = one[i] + other[i] + (one + i < end) * 3 + (other + i == end) * 5;
}

static long show(const int *x) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum = (sum * 31 + x[i]) % 1000003;
  return sum;
}

int main(void) {
  int *arrays[] = {a, b, c, malloc(N * sizeof(int))}, to[N] = {0};
  if (!arrays[3])
    return 1;
  for (int i = 0; i < 4; i++) {
    int *x = arrays[i];
    positions(x, x + N);
    x[N / 2] = 1000;
    sums(x, x + N, to);
    sums(x + 5, x + N - 3, to + N / 2);
    printf("%ld %ld\n", show(x), show(to));
    down(x, x + N, to);
    down(x + N / 2, x + N, to + N / 2);
    printf("%ld\n", show(to));
  }
  for (int i = 0; i < 3; i++) {
    int *x = arrays[i];
    both(x, x, x + N, to);
    both(x, x, x + 3, to + M);
    printf("%ld\n", show(to));
  }
  free(arrays[3]);
  return 0;
}
