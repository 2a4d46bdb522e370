/* A private table is set before the loop, changed in part by each iteration, and read as a whole: what iterations
 * changed stays in the thread's table, so the loop stays on the CPU.  expect: offloaded=1 kept=K014 */
#include <stdio.h>

#define N 64

static int first[N], a[N];

int main(void)
{
  int i;

#pragma omp parallel private(i)
  {
    int k, table[4];

    for (k = 0; k < 4; k++)
      table[k] = 100 * k;
#pragma omp for
    for (i = 0; i < N; i++)
      first[i] = i * i % 11;
#pragma omp for
    for (i = 0; i < N; i++) {
      int m, sum = 0;

      table[1] = first[i];
      for (m = 0; m < 4; m++)
        sum += table[m];
      a[i] = sum;
    }
  }
  printf("%d %d %d %d\n", a[0], a[1], a[7], a[N - 1]);
  return 0;
}
