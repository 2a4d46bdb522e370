/* The longest sequence of Collatz, each thread with its own best. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 30000000;
  int best = 0;
  long arg = 0;
  double t = omp_get_wtime();
#pragma omp parallel
  {
    int b = 0;
    long a = 0;
#pragma omp for schedule(dynamic, 1000) nowait
    for (long i = 1; i < n; i++) {
      long x = i;
      int s = 0;
      while (x != 1) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        s++;
      }
      if (s > b) {
        b = s;
        a = i;
      }
    }
#pragma omp critical
    if (b > best || (b == best && a < arg)) {
      best = b;
      arg = a;
    }
  }
  t = omp_get_wtime() - t;
  printf("%d %ld\n", best, arg);
  printf("time %.4f\n", t);
  return 0;
}
