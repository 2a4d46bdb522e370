/* Complex numbers in forms that the device lacks.  expect: offloaded=1 kept=K004,K007,K007,K007,K007 */
#include <complex.h>
#include <stdio.h>

#define N 16

static double _Complex a[N], b[N];

int main(void)
{
  double _Complex sum = 1;
  int i;

  for (i = 0; i < N; i++)
    a[i] = 1 + (1.0 + 0.5 * I) * i;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    b[i] = csin(a[i]);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = (1.0 + 2.0 * I) / (2.0 - I) * b[i];
#pragma omp parallel for
  for (i = 0; i < N; i++)
    b[i] += (1.5 + 0.25 * I) * (2.0 - I);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = (long double _Complex)a[i] * b[i];
#pragma omp parallel for
  for (i = 0; i < N; i++)
    b[i]++;
#pragma omp parallel for reduction(* : sum)
  for (i = 0; i < N; i++)
    sum *= 0.5 + a[i];
  for (i = 0; i < N; i += 5)
    printf("%.12g %.12g\n", creal(a[i]), cimag(b[i]));
  printf("%.12g %.12g\n", creal(sum), cimag(sum));
  return 0;
}
