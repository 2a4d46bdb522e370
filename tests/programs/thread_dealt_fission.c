/* Iterations that threads deal out by hand, with parts that would make kernels of their own: such a loop is no construct
 * in the source, whose parts could be printed for the CPU.
 * expect: offloaded=2 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif
#include <stdio.h>
#include <stdlib.h>

#define POINTS 32
#define ROWS 1200

static double table[ROWS][96];

/* A filled array of each iteration's own, and a sum over it. */
static void sums(int n, int points, double *out)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int from = me * n / threads, to = (me + 1) * n / threads;

    for (int i = from; i < to; i++) {
      double own[POINTS], sum = 0;

      for (int j = 0; j < points; j++)
        own[j] = i + j * .5;
      for (int j = 0; j < points; j++)
        sum += own[j] * own[points - 1 - j];
      out[i] = sum;
    }
  }
}

/* The mean of each column is taken off. */
static void centre(int columns)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();

    for (int i = me; i < columns; i += threads) {
      double mean = 0;

      for (int j = 0; j < ROWS; j++)
        mean += table[j][i];
      mean /= ROWS;
      for (int j = 0; j < ROWS; j++)
        table[j][i] -= mean;
    }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 500, points = argc > 2 ? 8 : POINTS;
  double *out = malloc(n * sizeof(double)), sum = 0;

  sums(n, points, out);
  for (int i = 0; i < n; i++)
    sum += out[i] / (i + 1);
  for (int j = 0; j < ROWS; j++)
    for (int i = 0; i < 96; i++)
      table[j][i] = (i * 7 + j * 3) % 64;
  centre(96);
  printf("%.6f %.6f %.6f\n", sum, table[3][5], table[ROWS - 1][95]);
  free(out);
  return 0;
}
