#include "../transforms/tile/complex.c"

#include <stdio.h>

int main(void)
{
  double complex sum = 0;
  double real = 0.0;
  int i, j, k;

  for (k = 0; k < 70; k++) {
    for (i = 0; i < 80; i++) {
      a[i][k] = i % 7 - 3 + (k % 5) * I;
      s[i][k].re = (i + k) % 6;
      s[i][k].k = (i + 2 * k) % 4;
    }
    for (j = 0; j < 90; j++) {
      b[k][j] = j % 3 - (k % 4) * I;
      t[k][j].re = (j + k) % 5 - 2;
      t[k][j].k = j % 9;
    }
  }
  complex_products();
  for (i = 0; i < 80; i++)
    for (j = 0; j < 90; j++) {
      sum += c[i][j] * (i % 5 + 1);
      real += r[i][j] * (j % 3 - 1);
    }
  printf("%g %g %g\n", creal(sum), cimag(sum), real);
  return 0;
}
