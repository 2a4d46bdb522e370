/* Medians of nine elements, sorted by insertion. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define AT(p, x, y) (p)[(size_t)(y) * w + (x)]
int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 3000, h = w;
  unsigned short *a = malloc((size_t)w * h * 2), *b = malloc((size_t)w * h * 2);
  for (int i = 0; i < w * h; i++)
    a[i] = (i * 2654435761u >> 18);
  memcpy(b, a, (size_t)w * h * 2);
  double t = omp_get_wtime();
  for (int r = 0; r < 3; r++) {
#pragma omp parallel for
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++) {
        unsigned short q[9];
        int k = 0;
        for (int j = -1; j <= 1; j++)
          for (int i = -1; i <= 1; i++)
            q[k++] = AT(a, x + i, y + j);
        for (int i = 1; i < 9; i++) {
          unsigned short z = q[i];
          int j = i - 1;
          while (j >= 0 && q[j] > z) {
            q[j + 1] = q[j];
            j--;
          }
          q[j + 1] = z;
        }
        AT(b, x, y) = q[4];
      }
    unsigned short *z = a;
    a = b;
    b = z;
  }
  t = omp_get_wtime() - t;
  long s = 0;
  for (int i = 0; i < w * h; i++)
    s += a[i];
  printf("%ld\n", s);
  printf("time %.4f\n", t);
  return 0;
}
