/* A loop with labels stays, as part of a region of which other loops go.  expect: offloaded=1 kept=K010 */
#include <stdio.h>

#define N 25

static int a[N], b[N];

int main(void)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = i * 3 % 7;
#pragma omp for
    for (i = 0; i < N; i++) {
      int x = a[i];

      if (x % 2)
        goto inside;
      while (x > 2) {
        x -= 2;
      inside:
        x -= x > 4;
      }
      b[i] = x;
    }
  }
  for (i = 0; i < N; i += 3)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
