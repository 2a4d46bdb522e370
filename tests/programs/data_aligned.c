/* Structures and members with alignments of their own.  expect: offloaded=4 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 50
#define LINE 64

typedef double wide __attribute__((aligned(32)));
typedef struct {
  char c[3];
} late __attribute__((aligned(8)));

struct counter {
  long count;
} __attribute__((aligned(LINE)));

typedef struct {
  int kind;
  struct {
    double x, y;
  } at[2];
  char tag __attribute__((aligned(16)));
  _Alignas(8) short last;
} __attribute__((aligned(LINE))) point;

struct __attribute__((aligned(16))) mixed {
  char first;
  wide value;
  late end;
  struct counter inner;
  union {
    char letter;
    int number __attribute__((aligned(16)));
  } either;
  wide *to;
};

static struct counter counters[N];

static double weight(const point *p)
{
  return p->kind + p->at[1].y;
}

int main(void)
{
  point *points = aligned_alloc(LINE, N * sizeof *points);
  struct mixed *all = aligned_alloc(LINE, N * sizeof *all);
  const unsigned char *bytes = (const unsigned char *)all;
  long sum = 0;
  double total = 0.0;

  memset(points, 0, N * sizeof *points);
  memset(all, 0, N * sizeof *all);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    points[i].kind = i;
    points[i].at[0].x = 0.5 * i;
    points[i].at[1].y = 3.0 - i;
    points[i].tag = 'a' + i % 26;
    points[i].last = i * 5;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct mixed own = all[i];

    own.first = i;
    own.value = points[i].at[0].x;
    own.end.c[1] = points[i].tag;
    own.inner.count = points[i].last;
    own.either.number = 3 * i;
    all[i] = own;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    counters[i].count += i + all[i].inner.count;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < N; i++)
    total += weight(points + i);
  for (int i = 0; i < N; i++)
    sum += counters[i].count * (i % 3) + (long)(8 * points[i].at[0].x) + points[i].tag;
  for (size_t i = 0; i < N; i++) {
    sum += bytes[i * sizeof *all] + 7 * bytes[i * sizeof *all + offsetof(struct mixed, end) + 1];
    sum += (long)(4 * all[i].value) + all[i].either.number + (all[i].to != NULL);
  }
  printf("%ld %g %zu %zu %zu\n", sum, total, sizeof *points, sizeof *all, sizeof *counters);
  free(points);
  free(all);
  return 0;
}
