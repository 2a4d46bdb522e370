/* Primes by trial division. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
static int is_prime(int n) {
  if (n < 2)
    return 0;
  for (int d = 2; d * d <= n; d++)
    if (n % d == 0)
      return 0;
  return 1;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 20000000, k = 0;
  double t = omp_get_wtime();
#pragma omp parallel for reduction(+ : k) schedule(guided)
  for (int i = 1; i <= n; i++)
    k += is_prime(i);
  t = omp_get_wtime() - t;
  printf("%d\n", k);
  printf("time %.4f\n", t);
  return 0;
}
