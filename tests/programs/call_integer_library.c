/* abs and labs, which are C library functions that a device has too.  expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>

#define N 40

static int a[N];
static long b[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    a[i] = abs(i - 20);
    b[i] = labs(-3000000000L + 200000000L * i);
  }
  for (i = 0; i < N; i += 5)
    printf("%d %ld\n", a[i], b[i]);
  return 0;
}
