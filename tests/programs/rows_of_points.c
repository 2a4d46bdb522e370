/* expect: offloaded=6
   Rows of points with components, (y * width + x) * 3 + c: in all orders of loops, in planes, with rows that are
   longer than what is used, and shorter; and symmetric updates of points in chunks. */
#include <stdio.h>
#include <stdlib.h>

static void columns(double *to, const double *from, int width, int height)
{
#pragma omp parallel for
  for (int x = 0; x < width; x++)
    for (int y = 0; y < height; y++)
      for (int c = 0; c < 3; c++)
        to[(y * width + x) * 3 + c] += 2 * from[(y * width + x) * 3 + c];
}

static void components(double *to, const double *from, int width, int height)
{
#pragma omp parallel for
  for (int x = 0; x < width; x++)
    for (int y = 0; y < height; y++) {
      to[(y * width + x) * 3] -= from[(y * width + x) * 3 + 2];
      to[(y * width + x) * 3 + 1] = from[(y * width + x) * 3 + 1];
      to[(y * width + x) * 3 + 2] -= from[(y * width + x) * 3];
    }
}

static void planes(double *to, const double *from, int n, int width, int height)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        for (int c = 0; c < 2; c++)
          to[((i * height + y) * width + x) * 2 + c] = i - 0.5 * from[((i * height + y) * width + x) * 2 + 1 - c];
}

static void part(double *to, int n, int width, int height, int pitch)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        to[(y * pitch + x) * 4 + i] = 0.5 * to[(y * pitch + x) * 4 + i] + x + y;
}

/* Rows of 6 and 4 elements, which share some. */
static void mixed(double *to, int width, int height)
{
#pragma omp parallel for
  for (int i = 0; i < 1; i++)
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        to[(y * width + x) * 3 + i] = 0.5 * to[(y * width + x) * 3 + i] + x;
        to[(y * width + x) * 2 + i] -= y;
      }
}

static void attract(double *force, const double *at, int n)
{
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
#pragma omp atomic
      force[i] += at[j] - at[i];
#pragma omp atomic
      force[j] -= at[j] - at[i];
    }
}

int main(void)
{
  int width = 17, height = 13, size = 4 * 17 * 13 * 2;
  double *a = malloc(size * sizeof *a), *b = malloc(size * sizeof *b);

  for (int i = 0; i < size; i++) {
    a[i] = i % 17;
    b[i] = i % 13 - 5.0;
  }
  columns(a, b, width, height);
  components(b, a, width, height);
  planes(a, b, 3, width, height);
  part(a, 3, width - 2, height, width);
  part(b, 3, width, height, width - 3);
  mixed(a, width, height);
  attract(a, b, 40);

  double sum = 0.0;
  for (int i = 0; i < size; i++)
    sum += a[i] * (1 + i % 5) + b[i] * (1 + i % 3);
  printf("%.10g\n", sum);
  free(a), free(b);
  return 0;
}
