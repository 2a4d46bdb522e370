/* Prices of options by the formula of Black and Scholes, in double precision.  expect: offloaded=1 */
#include <math.h>
#include <stdio.h>

#define N 500

static double spot[N], strike[N], years[N], call[N], put[N];

static double normal(double x)
{
  return 0.5 * erfc(-x * 0.70710678118654752440);
}

int main(void)
{
  const double rate = 0.02, volatility = 0.3;
  double calls = 0.0, puts = 0.0;
  int i;

  for (i = 0; i < N; i++) {
    spot[i] = 5.0 + i % 26;
    strike[i] = 1.0 + i * 7 % 100;
    years[i] = 0.25 + i % 39 * 0.25;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    double root = volatility * sqrt(years[i]);
    double d1 = (log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / root;
    double d2 = d1 - root;
    double discounted = strike[i] * exp(-rate * years[i]);

    call[i] = spot[i] * normal(d1) - discounted * normal(d2);
    put[i] = discounted * normal(-d2) - spot[i] * normal(-d1);
  }
  for (i = 0; i < N; i++) {
    calls += call[i];
    puts += put[i];
  }
  printf("%.10g %.10g %.10g\n", calls, puts, call[100]);
  return 0;
}
