#include "../transforms/tile/rows.c"

#include <stdio.h>

enum { BATCH = 3, TIMES = 37, FROM = 21, TO = 70, N = 40, SMALL = 9 };

static float in[BATCH * TIMES * FROM], weights[TO * FROM], bias[TO], out[BATCH * TIMES * TO];
static double a[N * N], b[N * N], c[N * N];

int main(void)
{
  double sum = 0;
  for (int i = 0; i < BATCH * TIMES * FROM; i++)
    in[i] = (float)(i % 7);
  for (int i = 0; i < TO * FROM; i++)
    weights[i] = (float)(i % 5) - 2;
  for (int i = 0; i < TO; i++)
    bias[i] = (float)i;
  for (int i = 0; i < N * N; i++) {
    a[i] = i % 9;
    b[i] = i % 4 - 1;
  }
  layer(out, in, weights, bias, BATCH, TIMES, FROM, TO);
  numbers(c, a, b, N);
  for (int i = 0; i < BATCH * TIMES * TO; i++)
    sum += out[i] * (i % 11);
  for (int i = 0; i < N * N; i++)
    sum += c[i] * (i % 13);
  printf("%.12g\n", sum);
  batch(out, in, weights, 5, SMALL);
  for (int i = 0; i < 5 * SMALL * SMALL; i += 17)
    printf("%g\n", out[i]);
  return 0;
}
