/* ?:, && and || with their short cuts, the comma operator, and chains of if.  expect: offloaded=1 */
#include <stdio.h>

#define N 50

static int a[N], b[N];

int main(void)
{
  int i;

  for (i = 0; i < N; i++)
    b[i] = (i * 7) % 13 - 6;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int x, y;

    x = (y = b[i], y * y);
    if (i > 0 && b[i - 1] < 0)
      x += 1000;
    else if (i == 0 || b[i - 1] == 0)
      x += 2000;
    else if (!(y > 2))
      x += 3000;
    a[i] = x > 20 ? y > 0 ? x : -x : (y ? y : 99);
  }
  for (i = 0; i < N; i++)
    printf("%d%c", a[i], i % 10 == 9 ? '\n' : ' ');
  return 0;
}
