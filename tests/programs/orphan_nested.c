/* A function that regions call calls others with work-shared loops; one of them returns early.
 * expect: offloaded=3 */
#include <stdio.h>

#define LEVELS 4
#define N 64

static double u[LEVELS][N];

static int add(double *x, const double *y, int n)
{
  if (n <= 0)
    return 0;
#pragma omp for
  for (int i = 0; i < n; i++)
    x[i] += y[i / 2] / 3;
  return n;
}

static void clear(double *x, int n)
{
  int i;

#pragma omp for nowait
  for (i = 0; i < n; i++)
    x[i] = i % 5;
#pragma omp barrier
}

static int cycle(int top)
{
  int level, done = 0, more;

  for (level = 0; level <= top; level++)
    clear(u[level], N >> level);
  for (level = top; level > 0; level--) {
    more = add(u[level - 1], u[level], N >> (level - 1));
    done += more;
  }
  if (done > 1000) {
    return add(u[0], u[1], 0);
  }
  more = add(u[0], u[1], 0);
  return done + more;
}

int main(void)
{
  int work[2];
  double sum = 0;

#pragma omp parallel
  {
    int done = cycle(LEVELS - 1);

#pragma omp single
    work[0] = done;
#pragma omp for
    for (int i = 0; i < N; i++)
      u[0][i] += done;
  }
  work[1] = work[0] / 2;
  for (int i = 0; i < N; i++)
    sum += u[0][i] * (i % 7);
  printf("%d %d %.9f\n", work[0], work[1], sum);
  return 0;
}
