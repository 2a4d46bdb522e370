/* A loop without a kernel runs as an OpenMP loop of its own between launches. */
#include <stdio.h>

static double v[100];

void show(int n)
{
#pragma omp parallel num_threads(4)
  {
    double scale = 0.5;
#pragma omp for
    for (int i = 0; i < n; i++)
      v[i] = i * scale;
#pragma omp for schedule(static, 1)
    for (int i = 0; i < n; i++)
      printf("%d %g\n", i, v[i] * scale);
  }
}

int main(void)
{
  show(100);
  return 0;
}
