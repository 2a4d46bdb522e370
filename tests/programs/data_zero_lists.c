/* `{0}` sets all parts of an object to zero, complex numbers and truth values in the midst of it, too.  expect: offloaded=1 */
#include <complex.h>
#include <stdbool.h>
#include <stdio.h>
typedef double complex cplx;

typedef struct {
  struct {
    cplx c[3];
  } s[4];
} spinor;
struct flags {
  struct {
    bool on;
    int n;
  } f[3];
  bool last;
};

static spinor out[50]; static int sum[50]; static double re[50];

int main(void)
{
  double t = 0;

#pragma omp parallel for
  for (int i = 0; i < 50; i++) {
    spinor acc = {0};
    struct flags fl = {0};
    cplx m[3][3] = {0};
    float complex w[2][2] = {0};

    acc.s[i % 4].c[i % 3] += i + 2.0 * I;
    m[i % 3][1] = acc.s[1].c[1] + w[0][0];
    fl.f[i % 3].on = i % 2;
    sum[i] = fl.f[0].on + 2 * fl.f[1].on + 4 * fl.f[2].on + fl.last + fl.f[1].n;
    re[i] = creal(m[1][1]) + cimag(m[2][1]) + creal(m[0][2]);
    out[i] = acc;
  }
  for (int i = 0; i < 50; i++)
    for (int k = 0; k < 12; k++)
      t += creal(out[i].s[k / 3].c[k % 3]) * k + cimag(out[i].s[k / 3].c[k % 3]) + sum[i] + re[i];
  printf("%g\n", t);
  return 0;
}
