/* Threads' own sums, products and extremes, merged by critical and atomic.  expect: offloaded=7 */
#include <math.h>
#include <stdio.h>

#define N 1000

static double a[N];
static int k[N];

int main(void)
{
  int i, round, found = 0, all = -1, positive = 1;
  unsigned bits = 0;
  long count = 0;
  double sum = 0, difference = 0, greatest = -1e300, least = 1e300, product = 1, scaled = 0;

  for (i = 0; i < N; i++) {
    a[i] = sin(i * 0.37) * 100;
    k[i] = i * 31 % 17;
  }
#pragma omp parallel private(i)
  {
    double mine = 0, less = 0.0, top = a[0], low = a[0];
    long counted = 0;

#pragma omp for nowait
    for (i = 0; i < N; i++) {
      mine += a[i];
      less = less - a[i] * 0.5;
      if (a[i] > top)
        top = a[i];
      if (low > a[i]) {
        low = a[i];
      }
      if (a[i] > 50)
        counted++;
    }
#pragma omp critical
    {
      sum += mine;
      difference = difference + less;
      if (top > greatest)
        greatest = top;
      least = low < least ? low : least;
    }
#pragma omp atomic
    count += counted;
  }
  printf("%.9g %.9g %.17g %.17g %ld\n", sum, difference, greatest, least, count);

#pragma omp parallel private(i)
  {
    double mine = 1;
    unsigned own = 0;
    int any = 0, every = -1, good = 1;

#pragma omp for
    for (i = 0; i < N; i++)
      mine *= 1 + a[i] * 1e-5;
#pragma omp for
    for (i = 0; i < N; i++) {
      own ^= (unsigned)k[i] << i % 25;
      any |= k[i] == 13;
      every &= k[i] | 32;
      good = good && k[i] >= 0;
    }
#pragma omp critical(one)
    product *= mine;
#pragma omp critical(two)
    {
      bits ^= own;
      if (any)
        found = 1;
      all &= every;
      positive = positive && good;
    }
  }
  printf("%.9g %u %d %d %d\n", product, bits, found, all, positive);

#pragma omp parallel private(i, round)
  {
    float top = 0, low;
    double mine, weighted;

    for (round = 1; round <= 3; round++) {
      mine = 0;
#pragma omp for
      for (i = 0; i < N; i++)
        mine += a[i] * round;
      if (mine != 0)
#pragma omp atomic
        scaled += 0.25 * mine;
#pragma omp barrier
    }
    low = 1000;
#pragma omp for
    for (i = 0; i < N; i++) {
      top = fmaxf(top, (float)a[i]);
      low = a[i] < low ? a[i] : low;
    }
#pragma omp critical
    {
      greatest = fmax(greatest, top);
      least = fmin(low, least);
    }
    mine = 0;
#pragma omp for
    for (i = 0; i < N; i++)
      mine += k[i];
#pragma omp for
    for (i = N - 1; i >= 0; i--)
      mine -= 0.5 * k[i];
    weighted = mine * 2;
#pragma omp critical
    scaled += weighted;
  }
  printf("%.9g %.9g %.9g\n", scaled, greatest, least);
  return 0;
}
