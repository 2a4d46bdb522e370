/* expect: offloaded=2
 * A sweep whose rows wait by C11 atomics, and one whose rows wait for their turn. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic int ready[100];
static volatile int turn;

static void sweep(double *u, int rows, int columns)
{
#pragma omp parallel for schedule(static)
  for (int i = 1; i < rows - 1; ++i) {
    while (i > 1 && !atomic_load_explicit(&ready[i - 1], memory_order_acquire))
      ;
    for (int j = 1; j < columns - 1; ++j) {
      double old = u[i * columns + j];
      u[i * columns + j] =
        old + 1.2 * (0.25 * (u[(i - 1) * columns + j] + u[i * columns + j - 1] + u[i * columns + j + 1] + u[(i + 1) * columns + j]) - old);
    }
    atomic_store_explicit(&ready[i], 1, memory_order_release);
  }
}

static void integrate(long *count, long n)
{
#pragma omp parallel
  {
    long row, at;
#pragma omp for schedule(static)
    for (row = 0; row < n; row++) {
      while (turn != row)
        ;
      for (at = 1; at < n; at++)
        count[row * n + at] += count[row * n + at - 1] + (row ? count[(row - 1) * n + at] : 1);
      turn = row + 1;
    }
  }
}

int main(void)
{
  int rows = 100, columns = 170;
  long n = 70;
  double *u = malloc(rows * columns * sizeof *u), sum = 0;
  long *count = malloc(n * n * sizeof *count), total = 0;

  for (int i = 0; i < rows * columns; i++)
    u[i] = i % 29;
  for (long i = 0; i < n * n; i++)
    count[i] = i % 3;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < rows; i++)
      ready[i] = 0;
    sweep(u, rows, columns);
  }
  for (int step = 0; step < 2; step++) {
    turn = 0;
    integrate(count, n);
    for (long i = 0; i < n * n; i++)
      count[i] %= 1009;
  }
  for (int i = 0; i < rows * columns; i++)
    sum += u[i] * (i % 13);
  for (long i = 0; i < n * n; i++)
    total += count[i] * (i % 17);
  printf("%.12e %ld %d\n", sum, total, turn);
  free(u);
  free(count);
  return 0;
}
