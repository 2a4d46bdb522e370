/* An assertion that fails, in a nest that has overwritten a part of its input.
 * expect: offloaded=2 idle=2 flags: -D_DEFAULT_SOURCE */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define N 40

static double a[N][N];

static void compute(void)
{
  int i, j;

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
}

int main(void)
{
  pid_t child = fork();
  int status = 0;

  if (child == 0) {
    if (freopen("/dev/null", "w", stderr) == NULL)
      return 1;
    compute();
    return 0;
  }
  if (child < 0 || waitpid(child, &status, 0) != child)
    return 1;
  printf("%s by signal %d\n", WIFSIGNALED(status) ? "ended" : "not ended", WTERMSIG(status));
  return 0;
}
