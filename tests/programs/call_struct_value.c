/* Functions that take and return structs by value.  expect: offloaded=1 */
#include <stdio.h>

#define N 30

struct complex_number {
  double re, im;
};

static struct complex_number values[N];

static struct complex_number multiply(struct complex_number a, struct complex_number b)
{
  struct complex_number c;

  c.re = a.re * b.re - a.im * b.im;
  c.im = a.re * b.im + a.im * b.re;
  return c;
}

int main(void)
{
  struct complex_number turn = {0.6, 0.8};
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    struct complex_number z = {1.0, 0.0};
    int k;

    for (k = 0; k < i; k++)
      z = multiply(z, turn);
    values[i] = z;
  }
  for (i = 0; i < N; i += 4)
    printf("%.12g %.12g\n", values[i].re, values[i].im);
  return 0;
}
