/* A macro ends the loop in the midst of what it makes, so that the construct can't be replaced in the text.
   expect: offloaded=0 kept=K012 */
#include <stdio.h>

#define N 30
#define LAST(array, value) array[k] = (value) + k; } array[0] = -(value);

static int a[N];

int main(void)
{
  int k;
#pragma omp parallel for
  for (k = 0; k < N; k++) {
    LAST(a, 5)
  printf("%d %d %d\n", a[0], a[1], a[N - 1]);
  return 0;
}
