/* Loops with `ordered`: without a block, with blocks that don't depend on each other, and with those whose order shows.
 * expect: offloaded=6 kept=K002,K002,K002,K002,K002 */
#include <stdio.h>
#include <stdlib.h>

#define N 1000

static int shared_count, order[N];

static void number(int i)
{
#pragma omp ordered
  order[i] = shared_count++;
}

int main(void)
{
  int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c);
  int sum = 0, kept = 0;
#pragma omp parallel for ordered
  for (int i = 0; i < N; i++)
    a[i] = i * 3;
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 0; i < N; i++) {
    int twice = a[i] * 2;
#pragma omp ordered
    b[i] = twice;
  }
#pragma omp parallel for ordered reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < N; i++) {
    int both = a[i] + b[i];
    if (both % 2) {
#pragma omp ordered threads
      sum += both;
    }
  }
#pragma omp parallel for ordered
  for (int i = 0; i < N; i++) {
    int half = b[i] / 2;
#pragma omp ordered
    c[i] = half;
  }
#pragma omp parallel for ordered
  for (int i = 0; i < N; i++) {
#pragma omp ordered
    order[i / 3] = c[i] + 1;
  }
#pragma omp parallel
  {
#pragma omp for ordered
    for (int i = 0; i < N; i++) {
#pragma omp ordered
      order[i / 2] = c[i] + 1;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] += 1;
  }
#pragma omp parallel for ordered
  for (int i = 0; i < N; i++) {
    int rest = a[i] % 7;
#pragma omp ordered
    if (rest == 3)
      c[kept++] = b[i];
  }
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] += 1;
#pragma omp for ordered
    for (int i = 1; i < N; i++) {
      int rest = b[i] % 5;
#pragma omp ordered
      a[i] = a[i - 1] + rest;
    }
  }
  long check = 0;
  for (int i = 0; i < N; i++)
    check += a[i] + 2 * b[i] + (long)c[i] * i + order[i] * 3;
#pragma omp parallel for ordered
  for (int i = 0; i < N; i++)
    number(i);
  for (int i = 0; i < N; i++)
    check += (long)order[i] * i;
  printf("%d %d %ld\n", sum, kept, check);
  free(a), free(b), free(c);
  return 0;
}
