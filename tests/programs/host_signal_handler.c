/* A signal handler of the program's own reads and writes an array, also after the driver has compiled kernels.
 * expect: offloaded=2 */
#include <signal.h>
#include <stdio.h>

#define N 1000

static double a[N], seen;

static void handler(int number)
{
  int i;

  (void)number;
  for (i = 0; i < N; i++)
    seen += a[i];
  a[0] = 9.0;
}

int main(void)
{
  int round, i;

  for (round = 0; round < 3; round++) {
    signal(SIGUSR1, handler);
#pragma omp parallel for
    for (i = 0; i < N; i++)
      a[i] = a[i] + i;
    raise(SIGUSR1);
#pragma omp parallel for
    for (i = 0; i < N; i++)
      a[i] = a[i] * 2.0;
    printf("%g %g %g\n", seen, a[0], a[N - 1]);
  }
  return 0;
}
