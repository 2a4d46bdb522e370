/* Volatile data in a program that handles signals.  expect: offloaded=0 kept=K011 */
#include <signal.h>
#include <stdio.h>

#define N 30

static volatile sig_atomic_t stop;
static int a[N];

static void interrupted(int signal)
{
  stop = signal;
}

int main(void)
{
  int i;

  signal(SIGINT, interrupted);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    if (!stop)
      a[i] = i * 2;
  printf("%d %d\n", a[0], a[N - 1]);
  return 0;
}
