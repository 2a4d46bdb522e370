/* What a loop leaves in a private variable is written again on one way only; the other leaves the loop around with
 * `break` and reads it: the loops stay.
 * expect: offloaded=0 kept=K014,K014 */
#include <stdio.h>

#define N 40

static int a[N], b[N];

int main(void)
{
#pragma omp parallel
  {
    int t = 0, rounds = 0;

    while (rounds < 3) {
      rounds++;
#pragma omp for schedule(static)
      for (int i = 0; i < N; i++) {
        t = 5;
        a[i] = t * 2;
      }
      if (rounds == 1)
        t = 1;
      else
        break;
    }
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      b[i] = t + i;
  }
  printf("%d %d\n", a[3], b[3]);
  return 0;
}
