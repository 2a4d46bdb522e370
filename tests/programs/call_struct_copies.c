/* Structures with pointers that are handed down by value, copied into local variables, and one whose copy is changed.
   expect: offloaded=4 kept=K016 */
#include <stdio.h>
#include <stdlib.h>

#define N 600

struct part {
  double *values;
  int first;
};

struct tables {
  const int *count;
  struct part low, high;
  double *totals[2];
};

static double element(struct part p, int k)
{
  return p.values[p.first + k];
}

static double total(struct tables t, int kind)
{
  double sum = 0;
  for (int k = 0; k < t.count[kind]; k++)
    sum += element(t.low, k) - 0.5 * element(t.high, k);
  t.totals[1][kind] = sum;
  return sum;
}

static double changed(struct tables t, int kind)
{
  if (kind % 2)
    t.low = t.high;
  return t.low.values[kind];
}

static double all(struct tables t, int n)
{
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += total(t, i);
  return sum;
}

static void scale(const struct tables *t, double by)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct tables mine = *t;
    struct part high = mine.high;
    mine.totals[0][i] += by * high.values[i];
  }
}

int main(void)
{
  int *count = malloc(N * sizeof *count);
  double *block = malloc(2 * N * sizeof *block);
  for (int i = 0; i < N; i++)
    count[i] = 1 + i % 40;
  for (int i = 0; i < 2 * N; i++)
    block[i] = i % 13;
  struct tables t = {count, {block, 3}, {block + N, 7}, {calloc(N, sizeof(double)), calloc(N, sizeof(double))}};
  double sum = all(t, N);
  scale(&t, 0.25);
  t.low.first = 11;
  sum += all(t, N / 2);
#pragma omp parallel for firstprivate(t)
  for (int i = 0; i < N; i++)
    t.totals[0][i] += t.count[i];
  t.high.values = t.low.values;
  scale(&t, 0.5);
  struct tables other = t;
  other.low.values = t.totals[0];
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += total(other, i) + element(other.high, i % 50);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += changed(t, i);
  double check = 0;
  for (int i = 0; i < N; i++)
    check += t.totals[0][i] * (i % 5) + t.totals[1][i];
  printf("%.10g %.10g\n", sum, check);
  return 0;
}
