/* Lines through the points of an image, counted by atomic updates. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 2000, h = w, T = 180;
  int R = (int)(sqrt(2.) * w) * 2 + 1;
  unsigned char *im = calloc(w * h, 1);
  for (int i = 0; i < w * h; i++)
    im[i] = (i * 2654435761u >> 20) % 20 == 0;
  int *acc = calloc(T * R, 4);
  double cs[180], sn[180];
  for (int i = 0; i < T; i++) {
    cs[i] = cos(i * M_PI / T);
    sn[i] = sin(i * M_PI / T);
  }
  double t = omp_get_wtime();
#pragma omp parallel for schedule(dynamic)
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (im[y * w + x])
        for (int k = 0; k < T; k++) {
          int r = (int)floor(x * cs[k] + y * sn[k] + .5) + R / 2;
#pragma omp atomic
          acc[k * R + r]++;
        }
  t = omp_get_wtime() - t;
  long s = 0;
  int best = 0;
  for (int i = 0; i < T * R; i++) {
    s += acc[i];
    if (acc[i] > acc[best])
      best = i;
  }
  printf("%ld %d\n", s, best / R);
  printf("time %.4f\n", t);
  return 0;
}
