/* goto into a loop in the body of the loop.  expect: offloaded=0 kept=K010 */
#include <stdio.h>

#define N 20

static int a[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int x = i;

    if (x % 2)
      goto inside;
    while (x < 50) {
      x = 2 * x + 1;
    inside:
      x += 3;
    }
    a[i] = x;
  }
  for (i = 0; i < N; i++)
    printf("%d%c", a[i], i % 10 == 9 ? '\n' : ' ');
  return 0;
}
