/* Loops that macros open and close, with and without arguments, one whose last statement is a macro's, and
   one that a macro makes.
   expect: offloaded=5 */
#include <stdio.h>

#define N 2000
#define EACH(i, n) for (int i = 0; i < (n); i++) {
#define PARALLEL_EACH(i, n) \
  _Pragma("omp parallel for") \
  EACH(i, n)
#define END }
#define END_EACH(i) END
#define FILL(to, value) \
  _Pragma("omp parallel for") for (int i = 0; i < N; i++) to[i] = value;
#define SET(to, value) to = (value);

static double a[N], b[N];

int main(void)
{
  double sum = 0;
#pragma omp parallel for
  EACH(i, N)
    a[i] = i % 17;
  END
  FILL(b, 3)
  b[0] = 0;
  PARALLEL_EACH(i, N - 1)
    b[i + 1] = a[i] + 1;
  END_EACH(i) printf("%g\n", b[N / 2]);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    SET(a[i], 2 * b[i])
  if (a[1] > 0)
#pragma omp parallel for reduction(+ : sum)
    EACH(i, N)
      sum += a[i] + b[i];
    END
  else
    sum = -1;
  printf("%g\n", sum);
  return 0;
}
