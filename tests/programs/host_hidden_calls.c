/* Functions that run though nobody calls them touch arrays that kernels wrote, and an array has a second name.
 * expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

#define N 1000

static double begun[N], ended[N];
double first[N];
extern double second[N] __attribute__((alias("first")));

static double sum(const double *x)
{
  double s = 0.0;
  int i;

  for (i = 0; i < N; i++)
    s += x[i];
  return s;
}

__attribute__((constructor)) static void begin(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    begun[i] = i;
}

__attribute__((destructor)) static void end(void)
{
  printf("end %g\n", sum(ended));
}

static void drop(double **p)
{
  printf("drop %g\n", sum(*p));
  free(*p);
}

int main(void)
{
  int i;

  printf("begun %g\n", sum(begun));
  {
    __attribute__((cleanup(drop))) double *own = malloc(N * sizeof *own);

    if (!own)
      return 1;
#pragma omp parallel for
    for (i = 0; i < N; i++)
      own[i] = 2 * i;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    first[i] = 3 * i;
  printf("second %g\n", sum(second));
#pragma omp parallel for
  for (i = 0; i < N; i++)
    ended[i] = first[i] + 1.0;
  return 0;
}
