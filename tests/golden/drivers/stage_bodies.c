#include "../transforms/stage/bodies.c"

#include <stdio.h>

#define N 700

static float x[N], y[N], f[N];
static double at[20 * 45], out[20 * 45];

int main(void)
{
  double sum = 0;
  int i;

  for (i = 0; i < N; i++) {
    x[i] = (float)(i % 19);
    y[i] = (float)(i % 23);
  }
  for (i = 0; i < 20 * 45; i++)
    at[i] = (i % 9) * 0.125;
  forces(N, x, y, f);
  series(20, 45, at, out);
  for (i = 0; i < N; i++)
    sum += f[i] * (i % 5 + 1);
  for (i = 0; i < 20 * 45; i++)
    sum += out[i] * (i % 7 + 1);
  printf("%.5f\n", sum);
  return 0;
}
