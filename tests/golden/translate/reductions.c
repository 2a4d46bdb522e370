/* Several reductions in one loop, of different types and operators. */
#include <limits.h>

double totals(int n, const double *x, const int *k, int *least, unsigned *bits, int *all)
{
  double sum = 0.0, product = 1.0;
  int low = INT_MAX, every = 1;
  unsigned set = 0;
#pragma omp parallel for reduction(+ : sum) reduction(* : product) reduction(min : low) reduction(| : set) \
    reduction(&& : every)
  for (int i = 0; i < n; i++) {
    if (k[i] < 0)
      continue;
    sum += x[i];
    product *= 1.0 + x[i] / n;
    if (k[i] < low)
      low = k[i];
    set |= 1u << (k[i] % 32);
    every = every && k[i] != 7;
  }
  *least = low;
  *bits = set;
  *all = every;
  return sum * product;
}
