/* Threads' own lists, appended to shared ones: elements that are stored and not counted, those behind the last one
   that an iteration counts, and members that are 0 where no iteration sets them.
   expect: offloaded=4 kept=K014 */
#include <stdio.h>
#include <stdlib.h>

#define N 500

typedef struct {
  int a, b;
} Pair;

static int all[2 * N];
static Pair pairs[2 * N];

static int by_number(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

static int by_place(const void *a, const void *b)
{
  const Pair *one = a, *other = b;
  return one->a != other->a ? one->a - other->a : one->b - other->b;
}

static void show(int n)
{
  long sum = 0;
  qsort(all, (size_t)n, sizeof *all, by_number);
  qsort(pairs, (size_t)n, sizeof *pairs, by_place);
  for (int i = 0; i < 2 * N; i++) {
    sum = (sum * 31 + all[i] + pairs[i].a * 3 + pairs[i].b) % 1000003;
    all[i] = pairs[i].a = pairs[i].b = 77;
  }
  printf("%d %ld\n", n, sum);
}

static void counted_later(void)
{
  int n = 0;
#pragma omp parallel
  {
    int *mine = malloc(N * sizeof *mine), k = 0;
#pragma omp for
    for (int i = 0; i < N; i++) {
      mine[k] = i;
      if (i % 3 == 0)
        k++;
    }
#pragma omp critical
    for (int t = 0; t < k; t++)
      all[n++] = mine[t];
    free(mine);
  }
  show(n);
}

static void behind_the_last(void)
{
  int n = 0;
#pragma omp parallel
  {
    int mine[N + 1], k = 0;
#pragma omp for
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < i % 3; j++) {
        mine[k++] = 10 * i + j;
        mine[k] = -5;
        if (j == 1)
          continue;
        mine[k] = -6;
      }
    }
#pragma omp critical
    for (int t = 0; t < k; t++)
      all[n++] = mine[t];
  }
  show(n);
}

static void with_sums(void)
{
  int n = 0, seen = 0;
#pragma omp parallel
  {
    Pair *mine = malloc(N * sizeof *mine);
    int k = 0, passed = 0;
#pragma omp for
    for (int i = 0; i < N; i++) {
      passed++;
      mine[k].a = i;
      mine[k].b = 3;
      if (i % 3 == 0)
        k++;
    }
#pragma omp critical
    for (int t = 0; t < k; t++)
      pairs[n++] = mine[t];
#pragma omp atomic
    seen += passed;
    free(mine);
  }
  printf("%d ", seen);
  show(n);
}

static void always_counted(void)
{
  int n = 0;
#pragma omp parallel
  {
    Pair mine[N];
    int k = 0;
#pragma omp for
    for (int i = 0; i < N; i++) {
      if (i % 7 == 0)
        continue;
      mine[k].a = i;
      if (i % 3 == 0)
        mine[k].b = i / 3;
      else
        mine[k].b = 1;
      k++;
    }
#pragma omp critical
    for (int t = 0; t < k; t++)
      pairs[n++] = mine[t];
  }
  show(n);
}

static void zeros(void)
{
  int n = 0;
#pragma omp parallel
  {
    Pair *mine = calloc(N, sizeof *mine);
    int k = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      if (i % 3) {
        mine[k].a = i;
        if (i % 2)
          mine[k].b = i;
        k++;
      }
#pragma omp critical
    for (int t = 0; t < k; t++)
      pairs[n++] = mine[t];
    free(mine);
  }
  show(n);
}

int main(void)
{
  show(0);
  counted_later();
  behind_the_last();
  with_sums();
  always_counted();
  zeros();
  return 0;
}
