/* An assertion that fails, in a nest that has overwritten a part of its input.
 * expect: offloaded=2 idle=2 flags: -D_DEFAULT_SOURCE */
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define N 40

static double a[N][N];

static void aborted(int signal)
{
  static const char text[] = "aborted\n";

  (void)signal;
  if (write(1, text, sizeof text - 1) < 0)
    _exit(2);
  _exit(0);
}

int main(void)
{
  int i, j;

  signal(SIGABRT, aborted);
  if (freopen("/dev/null", "w", stderr) == NULL)
    return 1;
#pragma omp parallel for collapse(2)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      a[i][j] = i * N + j;
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      a[i][j] += 1;
      assert(a[i][j] != 1000);
    }
  printf("not reached\n");
  return 0;
}
