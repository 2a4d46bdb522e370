/* On the device path, the host's own statements of a region announce what they touch between the launches. */
#include <stdio.h>

#define N 50

static double u[N], v[N], trace[10];

int main(void)
{
  int steps = 0, limit = 5;
#pragma omp parallel firstprivate(limit)
  {
    double start[2] = {0.5, 1.5};
    while (u[0] < limit) {
#pragma omp for
      for (int i = 0; i < N; i++)
        v[i] = u[i] + start[i % 2];
#pragma omp for
      for (int i = 0; i < N; i++)
        u[i] = v[i];
#pragma omp single
      {
        trace[steps] = u[N - 1];
        steps++;
      }
    }
#pragma omp master
    printf("%d\n", steps);
  }
  printf("%g\n", trace[0]);
  return 0;
}
