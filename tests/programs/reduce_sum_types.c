/* + over integers and floating-point numbers of each size.  expect: offloaded=1 */
#include <stdio.h>

#define N 1000

static int a[N];

int main(void)
{
  int i, si = 3;
  unsigned su = 4294967000u;
  long sl = -5;
  unsigned long long sull = 1ULL << 63;
  short ss = 7;
  float sf = 0.5f;
  double sd = 0.25;

  for (i = 0; i < N; i++)
    a[i] = i % 17 - 3;
#pragma omp parallel for reduction(+ : si, su, sl, sull, ss, sf, sd)
  for (i = 0; i < N; i++) {
    si += a[i];
    su += (unsigned)a[i];
    sl += 1000000007L * a[i];
    sull += (unsigned long long)a[i] << 40;
    ss = (short)(ss + a[i]);
    sf += (float)a[i];
    sd += a[i] / 3.0;
  }
  printf("%d %u %ld %llu %d %g %.12g\n", si, su, sl, sull, ss, (double)sf, sd);
  return 0;
}
