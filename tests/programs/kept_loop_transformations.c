/* Directives that transform loops change what a loop means to a compiler that knows them: such loops stay.
 * expect: offloaded=1 kept=K001,K001,K001,K001 */
#include <stdio.h>

#define N 24

static long out[N];

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] = i;
#pragma omp parallel for
#pragma omp unroll partial(2)
  for (int i = 0; i < N; i++)
    out[i] += 3;
#pragma omp parallel for
#pragma omp tile sizes(4)
  for (int i = 0; i < N; i++)
    out[i] += 5;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp stripe sizes(2)
    for (int j = 0; j < 6; j++)
      out[i] += j;
#pragma omp interchange
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        out[i] += j * k;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp fuse
    {
      for (int j = 0; j < 6; j++)
        out[i] += j;
      for (int j = 0; j < 6; j++)
        out[i] ^= j;
    }
#pragma omp split counts(2, omp_fill)
#pragma omp reverse
    for (int j = 0; j < 6; j++)
      out[i] += j;
  }
  for (int i = 0; i < N; i++)
    printf("%ld\n", out[i]);
  return 0;
}
