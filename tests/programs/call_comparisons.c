/* Comparisons of numbers of two types, and hints, which have a type of their own.  expect: offloaded=1 */
#include <math.h>
#include <stdio.h>

#define N 200

static double x[N], rest[N];
static float f[N];
static long l[N];
static unsigned u[N];
static int found[N];

int main(void)
{
  double sum = 0;

  for (int i = 0; i < N; i++) {
    x[i] = i * 0.1;
    f[i] = i * 0.1f;
    l[i] = i - 3;
    u[i] = i;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int all = isless(x[i], f[i]) + 2 * isgreater(f[i], x[i]) + 4 * isless(x[i], INFINITY);

    all += 8 * islessequal(l[i], f[i]) + 16 * isunordered(NAN, x[i]) + 32 * (isgreaterequal(x[i], all) != 0);
    all += 64 * islessgreater(HUGE_VAL, f[i]) + 128 * isless(1e308, INFINITY) + 256 * isless(INFINITY, NAN);
    found[i] = all + 512 * (__builtin_expect(u[i], 5) - 10 < 0);
    rest[i] = __builtin_expect(u[i], 1) - 50;
  }
  for (int i = 0; i < N; i++)
    sum = sum * 0.99 + found[i] + rest[i];
  printf("%.12g\n", sum);
  return 0;
}
