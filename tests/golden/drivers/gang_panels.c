#include "../transforms/gang/panels.c"

#include <stdio.h>

static double a[N * LD], l[N * N], x[40 * N];

int main(void)
{
  for (int i = 0; i < N * LD; i++) a[i] = (i % (LD + 1) == 0 ? 40.0 : 0.0) + 0.25 * (i * 7 % 11);
  for (int i = 0; i < N * N; i++) l[i] = (i % (N + 1) == 0 ? 32.0 : 0.0) + 0.125 * (i * 5 % 13);
  for (int i = 0; i < 40 * N; i++) x[i] = i % 17;
  panel(a, LD, N, WIDTH);
  systems(l, x, N, 40);
  for (int i = 0; i < N; i += 5) printf("%.9g %.9g\n", a[i * LD + WIDTH - 1], x[i * N + N - 1]);
  return 0;
}
