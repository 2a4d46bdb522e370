/* Sums and extremes that each thread stores by its number behind a loop, in the same names again and again: combined
   by single, by master, behind the region, in steps; and counts in memory of its own beside the place of an extreme.
   expect: offloaded=7 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#define omp_get_max_threads() 1
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 3000
#define PAD 8

typedef struct {
  double sum;
  unsigned odd;
  char pad[48];
} Slot;

static double a[N], r[N];

int main(void)
{
  int most = omp_get_max_threads();
  double *part = calloc(most * PAD, sizeof *part), rho = 0, error = 0;
  int bins = 5, *count = calloc(bins, sizeof *count), changed = 0, place = -1;

  for (int i = 0; i < N; i++) {
    a[i] = i * 7919 % 1009;
    r[i] = i % 5;
  }

#pragma omp parallel
  {
    int me = omp_get_thread_num();
    double s = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      s += r[i] * a[i];
    part[me] = s;
#pragma omp barrier
#pragma omp single
    for (int k = 0; k < omp_get_num_threads(); k++)
      rho += part[k];
  }
  printf("%.10g\n", rho);

#pragma omp parallel
  {
    int me = omp_get_thread_num();
    double s = -INFINITY;
#pragma omp for
    for (int i = 0; i < N; i++)
      if (a[i] > s)
        s = a[i];
    part[me * PAD] = s;
  }
  double s = -1;
  for (int k = 0; k < most; k++)
    s = part[k * PAD] > s ? part[k * PAD] : s;
  printf("%g\n", s);

#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int step = 0; step < 3; step++) {
      double s = 0, m = 0;
#pragma omp for nowait
      for (int i = 0; i < N; i++)
        s += r[i];
      part[me * PAD] = s;
#pragma omp barrier
#pragma omp master
      {
        rho = 0;
        for (int k = 0; k < omp_get_num_threads(); k++)
          rho += part[k * PAD];
      }
#pragma omp barrier
#pragma omp for
      for (int i = 0; i < N; i++)
        m = fmax(m, fabs(r[i] - rho / N));
      part[me * PAD + 1] = m;
#pragma omp barrier
#pragma omp single
      {
        error = 0;
        for (int k = 0; k < omp_get_num_threads(); k++)
          if (part[k * PAD + 1] > error)
            error = part[k * PAD + 1];
      }
#pragma omp for
      for (int i = 0; i < N; i++)
        r[i] = r[i] * 0.5 + (a[i] > 500) / error;
    }
  }
  printf("%.10g %.10g\n", rho, error);

  Slot *slots = calloc(most, sizeof *slots);
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    double s = 0;
    unsigned m = 0;
#pragma omp for
    for (int i = 0; i < N; i++) {
      s += a[i];
      m -= i & 1;
    }
    slots[me].sum = s;
    slots[me].odd = m;
  }
  for (int k = 1; k < most; k++) {
    slots[0].sum += slots[k].sum;
    slots[0].odd += slots[k].odd;
  }
  printf("%.10g %u\n", slots[0].sum, slots[0].odd);
  free(slots);

#pragma omp parallel
  {
    int *mine = calloc(bins, sizeof *mine), flips = 0, at = -1;
    double top = -1;
#pragma omp for
    for (int i = 0; i < N; i++) {
      int b = (int)a[i] % bins;
      mine[b]++;
      flips += b == 3;
      if (a[i] > top || (a[i] == top && i < at)) {
        top = a[i];
        at = i;
      }
    }
#pragma omp critical
    {
      for (int b = 0; b < bins; b++)
        count[b] += mine[b];
      changed += flips;
      if (top > error || (top == error && at < place)) {
        error = top;
        place = at;
      }
    }
    free(mine);
  }
  printf("%d %d %d %g %d\n", count[1], count[3], changed, error, place);
  return 0;
}
