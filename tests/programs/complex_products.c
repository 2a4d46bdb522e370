/* Products of complex numbers that loops and regions reduce, beside sums, and a declared reduction of complex numbers.
   expect: offloaded=5 kept= */
#include <complex.h>
#include <stdio.h>

enum { N = 600 };
typedef double complex number;

static double pole[N];

#pragma omp declare reduction(scaled : number : omp_out = omp_out * omp_in) initializer(omp_priv = 1)

int main(void)
{
  number response = 2.0, phase = 1.0, total = 0, last = I;
  float complex small = 1.0f;

#pragma omp parallel for
  for (int k = 0; k < N; k++)
    pole[k] = 100.0 + k;
#pragma omp parallel for reduction(* : response) reduction(+ : total)
  for (int k = 0; k < N; k++) {
    response *= 1.0 / (1.0 + I * 3.0 / pole[k]);
    total += I * pole[k];
  }
#pragma omp parallel
  {
#pragma omp for reduction(* : phase)
    for (int k = 0; k < N; k++)
      phase = phase * (1.0 + I / pole[k]);
  }
#pragma omp parallel for reduction(* : small)
  for (int k = 0; k < N; k++)
    small *= 1.0f + (float)(1 / pole[k]) * I;
#pragma omp parallel for reduction(scaled : last)
  for (int k = 0; k < N; k++)
    last *= 1.0 - I / pole[k];
  printf("%.9f %.9f %.9f\n", creal(response), cimag(response), cimag(total));
  printf("%.9f %.9f\n", creal(phase), cimag(phase));
  printf("%.3f %.3f\n", crealf(small), cimagf(small));
  printf("%.9f %.9f\n", creal(last), cimag(last));
  return 0;
}
