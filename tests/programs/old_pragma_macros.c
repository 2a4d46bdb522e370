/* Pragmas out of macros: with clauses as arguments, with the head of the loop, behind `if`, inside a region.
   expect: offloaded=9 */
#include <stdio.h>

#define N 300
#define OMP(x) _Pragma(#x)
#define PARALLEL_FOR _Pragma("omp parallel for schedule(static)")
#define EACH(i, n) _Pragma("omp parallel for") for (int i = 0; i < (n); i++)
#ifdef _OPENMP
#define REGION _Pragma("omp parallel")
#define SHARED_FOR _Pragma("omp for")
#else
#define REGION
#define SHARED_FOR
#endif
#define ATOMIC _Pragma("omp atomic")
#define FILL(a, v) PARALLEL_FOR for (int k = 0; k < N; k++) (a)[k] = (v)

static int a[N], b[N], total;

int main(void)
{
  int i;
  PARALLEL_FOR
  for (i = 0; i < N; i++)
    a[i] = i * 4 - 1;
  OMP(omp parallel for reduction(+ : total))
  for (i = 0; i < N; i++)
    total += a[i];
  EACH(k, N) { b[k] = a[k] + total; }
  for (int t = 0; t < 3; t++)
    EACH(k, N) b[k] += 1;
  if (total > 3)
    PARALLEL_FOR for (i = 0; i < N; i++)
      a[i]++;
  else
    total = 3;
  REGION
  {
    SHARED_FOR
    for (int k = 0; k < N; k++)
      a[k] += b[k];
    SHARED_FOR for (int k = 0; k < N; k++)
    {
      ATOMIC total += a[k];
      b[k] = 3;
    }
  }
  FILL(b, 7);
  _Pragma("omp parallel for") for (i = 0; i < N; i++)
    b[i] += a[i];
  printf("%d %d %d %d\n", a[1], a[N - 1], b[2], total);
  return 0;
}
