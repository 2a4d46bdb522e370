/* A reduction with an inner loop that is as long for all iterations, over counts that leave some work-items none.
 * expect: offloaded=1 */
#include <stdio.h>

#define N 48

static long value[N + 8];

static int test(int n)
{
  int i, good = 1;

#pragma omp parallel for reduction(&& : good)
  for (i = 0; i < n; i++) {
    int m = 2;

    while (m > 0) {
      int w = 8, t;

      m--;
      for (t = 0; t < ((m & (int)value[i]) & 7); t++) {
        if (w > 595)
          continue;
        w ^= 1;
      }
      good = good && w > 0;
    }
    value[i] = 7 + i;
  }
  return good;
}

int main(void)
{
  long sum = 0;
  int n, i;

  for (n = 1; n <= N; n++) {
    for (i = 0; i < N + 8; i++)
      value[i] = i;
    if (!test(n))
      printf("%d fails\n", n);
    for (i = 0; i < N + 8; i++)
      sum = sum * 3 + value[i];
    sum %= 1000003;
  }
  printf("%ld\n", sum);
  return 0;
}
