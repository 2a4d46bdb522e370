/* A bitonic sort. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int lg = argc > 1 ? atoi(argv[1]) : 23, n = 1 << lg;
  float *a = malloc(n * 4l);
  srand(8);
  for (int i = 0; i < n; i++)
    a[i] = rand();
  double t = omp_get_wtime();
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
#pragma omp parallel for
      for (int i = 0; i < n; i++) {
        int l = i ^ j;
        if (l > i) {
          if (((i & k) == 0 && a[i] > a[l]) || ((i & k) != 0 && a[i] < a[l])) {
            float x = a[i];
            a[i] = a[l];
            a[l] = x;
          }
        }
      }
    }
  t = omp_get_wtime() - t;
  int ok = 1;
  for (int i = 1; i < n; i++)
    ok &= a[i - 1] <= a[i];
  printf("%d %g\n", ok, a[n / 2]);
  printf("time %.4f\n", t);
  return 0;
}
