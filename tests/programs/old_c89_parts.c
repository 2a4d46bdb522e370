/* C of 1989 with GNU words: threads take the parts of rows that a table of bounds gives them.
   expect: offloaded=2
   flags: -std=gnu89 */
#include <stdio.h>

#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#endif

#define N 96
#define MOST 512

static double grid[N][N];
static int first[MOST + 1];

int main()
{
  int i, j, all;
  double sum = 0.0;
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      grid[i][j] = (i * 7 + j) % 13;
  all = omp_get_max_threads();
  for (i = 0; i <= all; i++)
    first[i] = N * i / all;
#pragma omp parallel private(i, j)
  {
    int me = omp_get_thread_num();
    for (i = first[me]; i < first[me + 1]; i++)
      for (j = 1; j < N; j++)
        grid[i][j] += 0.5 * grid[i][j - 1];
  }
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      sum += grid[i][j];
  printf("%.3f\n", sum);
  return 0;
}
