/* Loops for one type of numbers, `REAL`; `NAME` makes the functions' names.  Included once for each type. */
#include "each.h"

static void NAME(fill)(REAL *to, int n, REAL first)
{
#pragma omp parallel for
  EACH(i, n) to[i] = first + (REAL)(i % 7);
}

static void NAME(scale)(REAL *to, const REAL *from, int n)
{
#pragma omp parallel
  {
#pragma omp for
    EACH(i, n)
    {
      REAL x = from[i];
#define UPDATE x *= (REAL)2; x -= (REAL)1
#include "update.h"
#undef UPDATE
      to[i] = x;
    }
#pragma omp for
    EACH(i, n) to[i] += (REAL)(__LINE__ % 5);
  }
}

static double NAME(sum)(const REAL *from, int n)
{
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  EACH(i, n) sum += (double)from[i];
  return sum;
}

static void NAME(show)(const REAL *from, int n)
{
  printf("%.6g %.6g %.6g\n", (double)from[0], (double)from[n / 2], (double)from[n - 1]);
}
