/* A counter of a type narrower than int.  expect: offloaded=1 */
#include <stdio.h>

#define N 300

static short a[N];

int main(void)
{
  short i;

#pragma omp parallel for
  for (i = -150; i < 150; i++)
    a[i + 150] = (short)(i * i - 9000);
  for (i = 0; i < N; i += 37)
    printf("%d\n", a[i]);
  return 0;
}
