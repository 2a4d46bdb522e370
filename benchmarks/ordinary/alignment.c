/* The best local alignment of two sequences, diagonal by diagonal. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 8000;
  char *a = malloc(n), *b = malloc(n);
  int *H = calloc((size_t)(n + 1) * (n + 1), 4);
  srand(4);
  for (int i = 0; i < n; i++) {
    a[i] = "ACGT"[rand() % 4];
    b[i] = "ACGT"[rand() % 4];
  }
  double t = omp_get_wtime();
  int best = 0;
  for (int d = 2; d <= 2 * n; d++) {
    int lo = MAX(1, d - n), hi = d - 1 < n ? d - 1 : n;
#pragma omp parallel for reduction(max : best)
    for (int i = lo; i <= hi; i++) {
      int j = d - i;
      int s = H[(size_t)(i - 1) * (n + 1) + j - 1] + (a[i - 1] == b[j - 1] ? 5 : -3);
      s = MAX(s, H[(size_t)(i - 1) * (n + 1) + j] - 4);
      s = MAX(s, H[(size_t)i * (n + 1) + j - 1] - 4);
      s = MAX(s, 0);
      H[(size_t)i * (n + 1) + j] = s;
      if (s > best)
        best = s;
    }
  }
  t = omp_get_wtime() - t;
  printf("%d\n", best);
  printf("time %.4f\n", t);
  return 0;
}
