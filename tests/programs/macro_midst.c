/* Constructs in the midst of what macros make: in a block, after and before other code, two in one macro, around
   code that is an argument, with the pragma and the loop from macros of their own on one line.
   expect: offloaded=12 */
#include <stdio.h>

#define N 500
#define PARALLEL _Pragma("omp parallel for")
#define TEXT(x) #x
#define OMP(x) _Pragma(TEXT(omp x))
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define FILL(to, n, value) \
  do {                     \
    PARALLEL EACH(k, n) to[k] = (value); \
  } while (0)
#define FIRST_AND_ALL(to, value) to[0] = -1; OMP(parallel for) EACH(k, N) to[k] += (value); to[1] = 0;
#define BOTH(one, other) PARALLEL EACH(i, N) one[i] += i; PARALLEL EACH(i, N) { other[i] -= i; }
#define TIMES(count, code) for (int time = 0; time < (count); time++) { code }
#define SUM(from, sum) { OMP(parallel for reduction(+ : sum)) EACH(i, N) sum += from[i]; if (sum < 0) sum = 0; }
#define REGION(code) OMP(parallel) { code }
#define QUOTED(to) { int k; _Pragma("omp parallel for schedule(static) /* \"quoted\" */") EACH(i, N) to[i] *= 2; k = 3; to[k] = k; }

static double a[N], b[N];

static void scale(double *x, double by)
{
  if (by > 0) FILL(x, N, x[k] * by); else FILL(x, N / 2, 0);
}

int main(void)
{
  double sum = 0;
  PARALLEL EACH(i, N) a[i] = i % 7;
  OMP(parallel for) EACH(i, N) b[i] = a[i] + 1;
  FIRST_AND_ALL(a, 2) BOTH(a, b)
  FILL(b,
       N - 1, /* over several lines */
       b[k] + a[k + 1]); a[2] = 5;
  TIMES(3, OMP(parallel for schedule(static)) EACH(i, N) a[i] += b[i];)
  scale(a, 0.5);
  scale(a + N / 2, 0);
  QUOTED(b) REGION(
    OMP(for)
    EACH(i, N)
      b[i] += a[i];
  )
  SUM(b, sum)
  printf("%g %g %g %g\n", a[1], a[N - 1], b[N / 2], sum);
  return 0;
}
