/* Barriers, single and master in functions three deep, under conditions that all threads share.
 * expect: offloaded=3 */
#include <stdio.h>

#define N 48

static int a[N], b[N], stage, visits;

static void wait_here(int loud)
{
#pragma omp barrier
  if (loud) {
#pragma omp master
    visits++;
#pragma omp barrier
  }
}

static void swap_stage(int next)
{
  wait_here(next > 1);
#pragma omp single
  {
    stage = next;
    visits += 10;
  }
}

static void work(int round)
{
  int i;

  swap_stage(round);
#pragma omp for nowait
  for (i = 0; i < N; i++)
    a[i] += stage * i;
  wait_here(0);
#pragma omp for
  for (i = 0; i < N; i++)
    b[i] += a[N - 1 - i];
}

int main(void)
{
  int i;

#pragma omp parallel
  {
    int round;

#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = b[i] = 1;
    for (round = 1; round < 4; round++)
      work(round);
  }
  printf("%d %d\n", stage, visits);
  for (i = 0; i < N; i += 9)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
