/* The knapsack problem, one row of the table after the other. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  int W = argc > 1 ? atoi(argv[1]) : 1000000, n = 200;
  long *a = calloc(W + 1, 8), *b = calloc(W + 1, 8);
  int wt[200], val[200];
  for (int i = 0; i < n; i++) {
    wt[i] = 500 + (i * 7919) % 5000;
    val[i] = 10 + (i * 104729) % 1000;
  }
  double t = omp_get_wtime();
  for (int i = 0; i < n; i++) {
#pragma omp parallel for
    for (int w = 0; w <= W; w++) {
      long x = a[w];
      if (w >= wt[i] && a[w - wt[i]] + val[i] > x)
        x = a[w - wt[i]] + val[i];
      b[w] = x;
    }
    long *s = a;
    a = b;
    b = s;
  }
  t = omp_get_wtime() - t;
  printf("%ld\n", a[W]);
  printf("time %.4f\n", t);
  return 0;
}
