/* A word is searched for by its hash. */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static uint32_t fnv(const char *s, int n) {
  uint32_t h = 2166136261u;
  for (int i = 0; i < n; i++) {
    h ^= (unsigned char)s[i];
    h *= 16777619u;
  }
  return h;
}
int main(int argc, char **argv) {
  long n = 26l * 26 * 26 * 26 * 26 * 26 / (argc > 1 ? atoi(argv[1]) : 1);
  uint32_t goal = fnv("mapper", 6);
  long found = -1;
  double t = omp_get_wtime();
#pragma omp parallel for reduction(max : found)
  for (long i = 0; i < n; i++) {
    char w[6];
    long x = i;
    for (int k = 0; k < 6; k++) {
      w[k] = 'a' + x % 26;
      x /= 26;
    }
    if (fnv(w, 6) == goal)
      found = i;
  }
  t = omp_get_wtime() - t;
  printf("%ld\n", found);
  printf("time %.4f\n", t);
  return 0;
}
