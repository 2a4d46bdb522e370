/* Merged states of loops that run on the CPU after all: one has a type that the device lacks, one uses memory that the
   library does not know.  expect: offloaded=2 kept=K007,K019 idle=1  flags: -D_DEFAULT_SOURCE */
#include <stdio.h>
#include <sys/mman.h>

#define N 400

static int k[N];
static double a[N];

int main(void)
{
  int i, m, worst = -1, place = -1, bins[4] = {0};
  double least = 1e300;
  long double total = 0;
  double *unknown = mmap(NULL, N * sizeof *unknown, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (unknown == MAP_FAILED)
    return 1;
  for (i = 0; i < N; i++)
    unknown[i] = (i * 59 % 401) * 0.5;
#pragma omp parallel private(i, m)
  {
    int at = -1, hist[4] = {0};
    double mine = 1e300;
    long double exact = 0;

#pragma omp for
    for (i = 0; i < N; i++) {
      k[i] = i * 7 % N;
      a[i] = i * 0.25;
    }
#pragma omp for
    for (i = 0; i < N; i++) {
      hist[k[i] % 4]++;
      if (unknown[k[i]] < mine) {
        mine = unknown[k[i]];
        at = k[i];
      }
    }
#pragma omp critical
    {
      if (mine < least) {
        least = mine;
        place = at;
      }
      for (m = 0; m < 4; m++)
        bins[m] += hist[m];
    }
    for (m = 0; m < 4; m++)
      hist[m] = 0;
#pragma omp for
    for (i = 0; i < N; i++)
      exact += a[i];
#pragma omp critical
    total += exact;
#pragma omp for
    for (i = 0; i < N; i++) {
      long double x = a[i] * 3;

      hist[(int)x % 4] += 2;
    }
#pragma omp critical
    for (m = 0; m < 4; m++)
      bins[m] += hist[m];
#pragma omp barrier
#pragma omp single
    worst = bins[0];
  }
  printf("%g %d %d %d %d %d %d %Lg\n", least, place, worst, bins[0], bins[1], bins[2], bins[3], total);
  return 0;
}
