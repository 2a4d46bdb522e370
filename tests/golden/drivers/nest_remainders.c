#include "../transforms/nest/remainders.c"

#include <stdio.h>

enum { N = 22 };

static double a[N * N], b[N * N];

int main(void)
{
  for (int i = 0; i < N * N; i++)
    a[i] = i % 17;
  for (int color = -3; color < 4; color++)
    relax(a, N, color);
  quarters(a, b, N);
  for (int i = 0; i < N * N; i += 13)
    printf("%.12g %.12g\n", a[i], b[i]);
  return 0;
}
