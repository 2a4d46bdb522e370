/* Structures of two and four numbers, also where an array of them does not begin at a multiple of their size.
 * expect: offloaded=4 small: -DN=50 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 3000
#endif

struct complex { double re, im; };
struct colour { float r, g, b, a; };
struct pair { int from, to; };

static struct complex roots[N];
static struct pair pairs[N];

static void turn(struct complex *z, int n)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < n; i++) {
    struct complex line[2];

    line[0] = z[i];
    line[1].re = line[0].re * roots[i].re - line[0].im * roots[i].im;
    line[1].im = line[0].re * roots[i].im + line[0].im * roots[i].re;
    z[i] = line[i % 2];
    z[i].im += line[0].re;
  }
}

static void fade(struct colour *c, int n)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < n; i++) {
    c[i].r = 0.5f * c[i].g;
    c[i].g *= 0.25f;
    c[i].b += c[i].a;
  }
}

static double sum_of(const struct complex *z, int n)
{
  double sum = 0.0;
  int i;

  for (i = 0; i < n; i++)
    sum += z[i].re * (i % 3 + 1) - z[i].im * (i % 5 + 1);
  return sum;
}

int main(void)
{
  double *block = malloc((2 * N + 1) * sizeof *block);
  struct colour *colours = malloc(N * sizeof *colours);
  float light = 0.0f;
  long far = 0;
  int i;

  for (i = 0; i < 2 * N + 1; i++)
    block[i] = i % 13 / 4.0;
  for (i = 0; i < N; i++) {
    roots[i].re = i % 7;
    roots[i].im = i % 5 - 2;
    colours[i] = (struct colour){1.0f, (float)(i % 3), 0.5f, (float)(i % 4)};
  }
  turn((struct complex *)block, N);
  printf("even %.3f\n", sum_of((struct complex *)block, N));
  turn((struct complex *)(block + 1), N);
  printf("odd %.3f %.3f\n", sum_of((struct complex *)(block + 1), N), block[0]);
  turn((struct complex *)block + 3, N - 3);
  turn(roots, N);
  printf("inside %.3f %.3f\n", sum_of((struct complex *)block, N), sum_of(roots, N));

  fade(colours, N);
  fade(colours + 1, N - 1);
  for (i = 0; i < N; i++)
    light += colours[i].r + 2 * colours[i].g + colours[i].b;
  printf("light %.3f\n", (double)light);

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    pairs[i].from = i;
    pairs[i].to = i * i % 1000;
  }
#pragma omp parallel for reduction(+ : far)
  for (i = 1; i < N; i++)
    far += labs((long)pairs[i].to - pairs[i - 1].from);
  printf("far %ld\n", far);
  free(block);
  free(colours);
  return 0;
}
