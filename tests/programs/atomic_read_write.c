/* atomic read and atomic write.  expect: offloaded=2 */
#include <stdio.h>

#define N 128

static int flags[8];
static double level = 2.5;
static double copy[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic write
    flags[i % 8] = i % 8 * 10 + 1;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    double value;
    int flag;

#pragma omp atomic read
    value = level;
#pragma omp atomic read
    flag = flags[i % 8];
    copy[i] = value * flag;
  }
  for (i = 0; i < 8; i++)
    printf("%d %.12g\n", flags[i], copy[N - 1 - i]);
  return 0;
}
