/* Automatic arrays, with an initialiser, in a function that is called again and again.  expect: offloaded=1 */
#include <stdio.h>

#define N 33

static int work(int seed)
{
  int weights[4] = {1, -2, 3, 5};
  int a[N];
  int b[N][2];
  int i, sum = 0;

  for (i = 0; i < N; i++)
    b[i][0] = b[i][1] = seed + i;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    a[i] = weights[i % 4] * b[i][0];
    b[i][1] += a[i];
  }
  for (i = 0; i < N; i++)
    sum += a[i] ^ b[i][1];
  return sum;
}

int main(void)
{
  int repeat;

  for (repeat = 0; repeat < 4; repeat++)
    printf("%d\n", work(17 * repeat));
  return 0;
}
