/* Sums in memory of each thread's own that can't be formed in the shared array at once: something reads that before all is
 * added, or changes how much of it is.  expect: offloaded=1 kept=K020,K020 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 400, M = 16 };

static int key[N], all[M], bins = M, seen;

static void look(void)
{
  for (int k = 0; k < M; k++)
    seen += all[k];
}

static void fewer(void) { bins = M / 2; }

static void read_before(void)
{
#pragma omp parallel
  {
    int *mine = calloc(M, sizeof *mine);
#pragma omp for
    for (int i = 0; i < N; i++)
      mine[key[i]] += i;
#pragma omp single
    look();
#pragma omp critical
    for (int k = 0; k < M; k++)
      all[k] += mine[k];
    free(mine);
  }
}

static void of_fewer(void)
{
#pragma omp parallel
  {
    int *mine = calloc(bins, sizeof *mine);
#pragma omp for
    for (int i = 0; i < N; i++)
      mine[key[i]] += i;
#pragma omp single
    fewer();
#pragma omp critical
    for (int k = 0; k < bins; k++)
      all[k] += mine[k];
    free(mine);
  }
}

static void read_behind(void)
{
#pragma omp parallel
  {
    int *mine = calloc(M, sizeof *mine);
#pragma omp for
    for (int i = 0; i < N; i++)
      mine[key[i]] += i;
#pragma omp critical
    for (int k = 0; k < M; k++)
      all[k] += mine[k];
    free(mine);
#pragma omp barrier
#pragma omp single
    look();
  }
}

int main(void)
{
  for (int i = 0; i < N; i++)
    key[i] = i * 7 % M;
  for (int round = 0; round < 2; round++) {
    read_before();
    printf("%d\n", seen);
    of_fewer();
    bins = M;
    read_behind();
    printf("%d\n", seen);
  }
  for (int k = 0; k < M; k++)
    printf("%d ", all[k]);
  printf("\n");
  return 0;
}
