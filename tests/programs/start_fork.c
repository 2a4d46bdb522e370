/* A process that forks before its first region: parent and child each have a device of their own.
   With HIDDEN, nothing in the text tells that it forks.
   expect: offloaded=1  flags: -D_GNU_SOURCE */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define N 1000

static double a[N];

static double fill(double scale)
{
  int i;
  double sum = 0.0;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = scale * i;
  for (i = 0; i < N; i++)
    sum += a[i];
  return sum;
}

static pid_t start_child(void)
{
#ifdef HIDDEN
  pid_t (*start)(void) = (pid_t (*)(void))dlsym(RTLD_DEFAULT, "fork");
  return start();
#else
  return fork();
#endif
}

int main(void)
{
  int status = -1;
  pid_t child = start_child();

  if (child < 0)
    return 1;
  if (child == 0) {
    printf("child %g\n", fill(2.0));
    fflush(stdout);
    _Exit(0);
  }
  if (waitpid(child, &status, 0) != child || status != 0)
    return 1;
  printf("parent %g\n", fill(3.0));
  return 0;
}
