/* A histogram of bytes: each thread counts for itself. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 100000000;
  unsigned char *a = malloc(n);
  long h[256] = {0};
  for (long i = 0; i < n; i++)
    a[i] = (i * i >> 5) ^ i;
  double t = omp_get_wtime();
  for (int r = 0; r < 5; r++)
#pragma omp parallel
  {
    long l[256] = {0};
#pragma omp for nowait
    for (long i = 0; i < n; i++)
      l[a[i]]++;
#pragma omp critical
    for (int i = 0; i < 256; i++)
      h[i] += l[i];
  }
  t = omp_get_wtime() - t;
  long s = 0;
  for (int i = 0; i < 256; i++)
    s += h[i] * i;
  printf("%ld\n", s);
  printf("time %.4f\n", t);
  return 0;
}
