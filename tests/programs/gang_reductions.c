/* Inner loops that reduce, of all forms, over rows of any length, also none.  expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

#define N 203

static int start[N + 1];
static double value[N * 40];
static float single[N * 40];
static long whole[N * 40];
static double sum[N], product[N], largest[N], smallest[N];
static float fsum[N];
static long bits[N], lsum[N], either[N];

int main(void)
{
  int i, k, at = 0;
  double s, p, low, high;
  float f;
  long b, l, e;
  unsigned long u;

  for (i = 0; i < N; i++) {
    start[i] = at;
    at += i % 7 == 0 ? 0 : (i * 13) % 40;
  }
  start[N] = at;
  for (k = 0; k < at; k++) {
    value[k] = 1.0 + 0.001 * ((k * 37) % 101);
    single[k] = (k * 11) % 17;
    whole[k] = (k * 29) % 1000;
  }

#pragma omp parallel for private(k, s, p)
  for (i = 0; i < N; i++) {
    s = 0.5;
    p = 1.0;
    for (k = start[i]; k < start[i + 1]; k++) {
      s += value[k];
      p = p * value[k];
    }
    sum[i] = s;
    product[i] = p;
  }

#pragma omp parallel for private(k, low, high, f)
  for (i = 0; i < N; i++) {
    low = 1e30;
    high = -1e30;
    f = 0.0f;
    for (k = start[i + 1] - 1; k >= start[i]; k--) {
      if (value[k] < low)
        low = value[k];
      high = value[k] > high ? value[k] : high;
      f += single[k];
    }
    smallest[i] = low;
    largest[i] = high;
    fsum[i] = f;
  }

#pragma omp parallel for private(u, b, l, e)
  for (i = 0; i < N; i++) {
    b = 0;
    l = 0;
    e = 0;
    for (u = start[i]; u < (unsigned long)start[i + 1]; u++) {
      b ^= whole[u];
      l -= whole[u];
      e |= whole[u];
    }
    bits[i] = b;
    lsum[i] = l;
    either[i] = e;
  }

  /* the mean is used by the second loop, and written in between */
#pragma omp parallel for private(k, s)
  for (i = 0; i < N; i++) {
    double mean = 0.0;
    for (k = 0; k <= i; k++)
      mean += value[N * 2 + k];
    mean /= i + 1;
    sum[i] += mean;
    s = sum[i];
    for (k = 0; k <= i; k++)
      s += (value[N + k] - mean) * (value[N + k] - mean);
    product[i] += s;
  }

  for (i = 0; i < N; i++)
    printf("%d %.12g %.12g %.12g %.12g %g %ld %ld %ld\n", i, sum[i], product[i], smallest[i], largest[i], fsum[i],
           bits[i], lsum[i], either[i]);
  return 0;
}
