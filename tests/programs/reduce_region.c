/* A reduction of the region, into which several of its loops add, one of them on the CPU.
   expect: offloaded=3 kept=K007 */
#include <stdio.h>

#define N 500

static double a[N];
static long most;

static double total(int n, double start)
{
  double sum = start, product = 1;
  int i;

#pragma omp parallel reduction(+ : sum) reduction(* : product) reduction(max : most) num_threads(n % 3 + 1)
  {
#pragma omp for
    for (i = 0; i < n; i++) {
      a[i] = 0.5 * i;
      if (i * 7L % n > most)
        most = i * 7L % n;
    }
#pragma omp for nowait
    for (i = 0; i < n; i++)
      sum += a[i];
#pragma omp for
    for (i = 0; i < n; i++) {
      long double exact = a[i];
      sum += (double)(exact * exact);
    }
#pragma omp for
    for (i = 0; i < n; i++) {
      sum -= 1;
      if (i % 100 == 0)
        product *= 1.5 + i;
    }
  }
  return sum + product;
}

int main(void)
{
  most = 3;
  printf("%.6f\n", total(N, 10));
  printf("%.6f\n", total(7, -1));
  printf("%.6f %ld\n", total(0, 4), most);
  return 0;
}
