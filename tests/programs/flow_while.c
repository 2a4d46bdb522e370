/* while and do-while loops with a number of steps of their own.  expect: offloaded=2 */
#include <stdio.h>

#define N 120

static int steps[N], digits[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    long n = i + 1;
    int count = 0;

    while (n != 1) {
      n = n % 2 ? 3 * n + 1 : n / 2;
      count++;
    }
    steps[i] = count;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int n = i * i * i;

    digits[i] = 0;
    do {
      digits[i]++;
      n /= 10;
    } while (n > 0);
  }
  for (i = 0; i < N; i += 10)
    printf("%d %d\n", steps[i], digits[i]);
  return 0;
}
