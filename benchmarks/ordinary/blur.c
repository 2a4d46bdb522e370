/* An image of bytes in three colours, blurred; its edges are repeated. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  unsigned char r, g, b;
} px;
typedef struct {
  int w, h;
  px *data;
} image;
static float K[7][7];
static void blur(const image *in, image *out) {
#pragma omp parallel for
  for (int y = 0; y < in->h; y++)
    for (int x = 0; x < in->w; x++) {
      float r = 0, g = 0, b = 0;
      for (int j = -3; j <= 3; j++)
        for (int i = -3; i <= 3; i++) {
          int X = x + i, Y = y + j;
          if (X < 0)
            X = 0;
          if (Y < 0)
            Y = 0;
          if (X >= in->w)
            X = in->w - 1;
          if (Y >= in->h)
            Y = in->h - 1;
          px *p = &in->data[Y * in->w + X];
          r += K[j + 3][i + 3] * p->r;
          g += K[j + 3][i + 3] * p->g;
          b += K[j + 3][i + 3] * p->b;
        }
      px *q = &out->data[y * in->w + x];
      q->r = r;
      q->g = g;
      q->b = b;
    }
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 3000;
  image a = {n, n, malloc(3l * n * n)}, b = {n, n, malloc(3l * n * n)};
  for (long i = 0; i < n * (long)n; i++) {
    a.data[i].r = i * 7;
    a.data[i].g = i * 3 / 5;
    a.data[i].b = i / 9;
  }
  for (int j = 0; j < 7; j++)
    for (int i = 0; i < 7; i++)
      K[j][i] = 1 / 49.f;
  double t = omp_get_wtime();
  for (int k = 0; k < 4; k++) {
    blur(&a, &b);
    image z = a;
    a = b;
    b = z;
  }
  t = omp_get_wtime() - t;
  long s = 0;
  for (long i = 0; i < n * (long)n; i++)
    s += a.data[i].r + a.data[i].g * 2 + a.data[i].b;
  printf("%.3g\n", (double)s);
  printf("time %.4f\n", t);
  return 0;
}
