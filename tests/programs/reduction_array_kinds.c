/* Reductions of arrays of all types that the device updates, by all operators but the logical ones, which change elements
 * that nobody updates, too; on `parallel`, and in functions.
 * expect: offloaded=9 kept=K019 */
#include <stdio.h>
#include <stdlib.h>

#define N 3001
#define BINS 13

static double sums[BINS], least[BINS], table[3][4];
static float products[BINS], most[BINS];
static int all[BINS], any[BINS], low[BINS];
static unsigned high[BINS];
static long far[BINS];
static double x[N];

static void collect(double *to, const double *from, int n)
{
  int i;

#pragma omp for reduction(+ : to[0 : BINS])
  for (i = 0; i < n; i++)
    to[i % BINS] += from[i];
}

static double energy(const double *from, int n)
{
  double part[4] = {0.5}, total = 0;
  int i;

#pragma omp parallel reduction(+ : part[:4], total) private(i)
  {
#pragma omp for
    for (i = 0; i < n; i++) {
      part[i % 4] += from[i] * from[i];
      total += 1;
    }
#pragma omp for nowait
    for (i = 0; i < n / 2; i++)
      part[3] = part[3] + from[2 * i];
  }
  return part[0] + part[1] * 2 + part[2] * 3 + part[3] * 4 + total;
}

int main(void)
{
  int i, j;
  double *heap = malloc(BINS * sizeof *heap), sum = 0;

  for (i = 0; i < BINS; i++) {
    least[i] = low[i] = 1000000;
    products[i] = most[i] = 1;
    heap[i] = far[i] = all[i] = 1 + i % 2;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    x[i] = (i * 7919 + 13) % 1009 / 4.0 - 100;
#pragma omp parallel for reduction(+ : sums) reduction(* : products[:BINS])
  for (i = 0; i < N; i++) {
    sums[i % BINS] += x[i];
    sums[(i + 1) % BINS] -= 0.25;
    if (i % 100 == 0)
      products[i % BINS] *= 2;
  }
#pragma omp parallel for reduction(min : least[0 : BINS], low) reduction(max : most, high, far)
  for (i = 0; i < N; i++) {
    int k = i % BINS;
    float twice = (float)(x[i] * 2);

    if (x[i] < least[k])
      least[k] = x[i];
    low[k] = low[k] < i * 3 - 50 ? low[k] : i * 3 - 50;
    most[k] = twice > most[k] ? twice : most[k];
    if (high[k] <= i * 2654435761u)
      high[k] = i * 2654435761u;
    far[k] = far[k] > i * 5000000000 ? far[k] : i * 5000000000;
  }
#pragma omp parallel for reduction(&& : all) reduction(|| : any)
  for (i = 0; i < N; i++) {
    all[i % 3] = all[i % 3] && i != 17;
    any[i % BINS] = any[i % BINS] || i % 11 == i % BINS;
  }
#pragma omp parallel for collapse(2) reduction(- : table) reduction(+ : heap[:BINS], sum)
  for (i = 0; i < 30; i++)
    for (j = 0; j < 40; j++) {
      table[i % 3][j % 4] -= x[i * 40 + j];
      heap[j % BINS] += 0.5;
      sum += j;
    }
#pragma omp parallel
  {
    collect(heap, x, N);
    collect(sums, x + 5, N - 5);
  }
#pragma omp parallel reduction(+ : sums)
#pragma omp for
  for (i = 0; i < N; i++)
    sums[i % 3] += i;
#pragma omp parallel reduction(max : high[2 : 5]) private(i)
  {
#pragma omp for schedule(dynamic)
    for (i = 0; i < N; i++)
      if (high[2 + i % 5] < (unsigned)i << 20)
        high[2 + i % 5] = (unsigned)i << 20;
#pragma omp single
    sum += 1;
  }
  for (i = 0; i < BINS; i++)
    printf("%.6f %.6f %d %.1f %.3f %d %d %u %ld %.4f\n", sums[i], least[i], low[i], products[i], most[i], all[i] != 0, any[i],
           high[i], far[i], heap[i]);
  printf("%.6f %.6f %.6f\n", table[0][0] + table[2][3], sum, energy(x, N));
  free(heap);
  return 0;
}
