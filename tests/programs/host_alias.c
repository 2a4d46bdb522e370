/* The host reaches device data through other pointers, also ones kept in globals and structs.  expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>

#define N 64

struct view {
  double *from;
  int length;
};

static double *everything;
static struct view view;

static void scale_view(void)
{
  int i;

  for (i = 0; i < view.length; i++)
    view.from[i] *= 10.0;
}

int main(void)
{
  double *a = malloc(N * sizeof *a);
  double *half, **handle = &everything;
  int i, round;

  if (!a)
    return 1;
  everything = a;
  half = a + N / 2;
  view.from = half - 4;
  view.length = 8;
  for (i = 0; i < N; i++)
    half[i - N / 2] = i;
  for (round = 0; round < 2; round++) {
#pragma omp parallel for
    for (i = 0; i < N; i++)
      a[i] += 0.5;
    half[0] = -1.0;
    (*handle)[1] += 7.0;
    scale_view();
    printf("%.12g %.12g %.12g\n", everything[N / 2], half[1], *(*handle + 1));
  }
  for (i = 0; i < N; i += 7)
    printf("%.12g\n", a[i]);
  free(a);
  return 0;
}
