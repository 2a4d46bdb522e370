/* The game of life. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4096, it = argc > 2 ? atoi(argv[2]) : 100;
  unsigned char *g = calloc((n + 2) * (n + 2), 1), *h = calloc((n + 2) * (n + 2), 1);
  srand(3);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      g[i * (n + 2) + j] = rand() % 3 == 0;
  double t = omp_get_wtime();
  for (int k = 0; k < it; k++) {
#pragma omp parallel for
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= n; j++) {
        int s = 0;
        for (int a = -1; a <= 1; a++)
          for (int b = -1; b <= 1; b++)
            if (a || b)
              s += g[(i + a) * (n + 2) + j + b];
        h[i * (n + 2) + j] = s == 3 || (s == 2 && g[i * (n + 2) + j]);
      }
    unsigned char *x = g;
    g = h;
    h = x;
  }
  t = omp_get_wtime() - t;
  long s = 0;
  for (int i = 0; i < (n + 2) * (n + 2); i++)
    s += g[i];
  printf("%ld\n", s);
  printf("time %.4f\n", t);
  return 0;
}
