/* Values of threadprivate variables that `copyin` gives to all threads; a later region finds them in each thread.
 * expect: offloaded=3 kept=K014 */
#include <stdio.h>

#define N 50

static int scale = 3, weights[4];
static double factor;
#pragma omp threadprivate(scale, weights, factor)

static int a[N], b[N], c[N], d[N];

static int weighted(int i)
{
  return weights[i % 4] * scale;
}

int main(void)
{
  int i, round;

  for (round = 0; round < 2; round++) {
    scale = 5 + round;
    factor = 0.5 * (round + 1);
    for (i = 0; i < 4; i++)
      weights[i] = i * i + round;
#pragma omp parallel for copyin(scale, weights)
    for (i = 0; i < N; i++)
      a[i] = weighted(i) + i;
#pragma omp parallel copyin(factor) copyin(scale)
    {
      int j;

#pragma omp for
      for (j = 0; j < N; j++)
        b[j] = (int)(a[j] * factor) + scale;
#pragma omp for
      for (j = 0; j < N; j++)
        c[j] = b[N - 1 - j] * scale;
    }
#pragma omp parallel for
    for (i = 0; i < N; i++)
      d[i] = scale * 2 + weights[1] + (i % 3);
    for (i = 0; i < N; i += 11)
      printf("%d %d %d %d\n", a[i], b[i], c[i], d[i]);
  }
  return 0;
}
