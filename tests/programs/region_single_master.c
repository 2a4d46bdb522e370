/* single and master between the loops of a region; they see and change shared data.  expect: offloaded=3 */
#include <stdio.h>

#define N 64

static int a[N];

int main(void)
{
  int i, pivot = 0, rounds = 0, sum = 0;

#pragma omp parallel private(i)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = i * 13 % 64;
#pragma omp single
    {
      pivot = a[5];
      a[6] = -1;
      rounds++;
    }
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = a[i] > pivot ? a[i] - pivot : a[i];
#pragma omp master
    {
      rounds += 10;
      a[0] += 1000;
    }
#pragma omp barrier
#pragma omp for reduction(+ : sum)
    for (i = 0; i < N; i++)
      sum += a[i] * (i + 1);
  }
  printf("%d %d %d %d\n", pivot, rounds, a[6], sum);
  return 0;
}
