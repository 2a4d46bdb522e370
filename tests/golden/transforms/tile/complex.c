/* Products of complex numbers, whose sums stay whole, and of members of structures, which have a tile each. */
#include <complex.h>

struct number {
  double re, k; /* `k` is the name of a counter, too */
};

static double complex a[80][70], b[70][90], c[80][90];
static struct number s[80][70], t[70][90];
static double r[80][90];

void complex_products(void)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 80; i++)
    for (int j = 0; j < 90; j++) {
      double complex sum = 0;
      for (int k = 0; k < 70; k++)
        sum += conj(a[i][k]) * b[k][j];
      c[i][j] = sum;
    }
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 80; i++)
    for (int j = 0; j < 90; j++) {
      double re = 0.0;
      for (int k = 0; k < 70; k++)
        re += s[i][k].re * t[k][j].re - s[i][k].k * t[k][j].k;
      r[i][j] = re;
    }
}
