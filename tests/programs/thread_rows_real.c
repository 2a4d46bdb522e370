/* Sums of floating-point numbers in a row of each thread's, added up behind the loop: means of clusters.
   expect: offloaded=3 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#endif

enum { POINTS = 6000, CLUSTERS = 5, MOST = 256 };

struct mean {
  double x, y;
  float weight;
};

static double px[POINTS], py[POINTS], energy[MOST];
static float low[MOST][2];
static struct mean mean[CLUSTERS];

int main(void)
{
  int i, t, c, threads = omp_get_max_threads();
  double (*sum)[CLUSTERS][2] = calloc((size_t)threads, sizeof *sum), total = 0;
  float lows = 0;
  for (i = 0; i < POINTS; i++) {
    px[i] = (i * 37 % 101) * 0.25;
    py[i] = (i * 53 % 89) * 0.5;
  }
#pragma omp parallel private(i)
  {
    int me = omp_get_thread_num();
#pragma omp for
    for (i = 0; i < POINTS; i++) {
      int near = i * 7 % CLUSTERS;
      sum[me][near][0] += px[i];
      sum[me][near][1] -= py[i] * 0.5;
    }
  }
#pragma omp parallel for
  for (i = 0; i < POINTS; i++)
    energy[omp_get_thread_num()] += px[i] * px[i] + py[i] * py[i];
#pragma omp parallel for
  for (i = 0; i < POINTS; i++)
    low[omp_get_thread_num()][i % 2] += (float)(i % 4);
  for (t = 0; t < threads; t++) {
    for (c = 0; c < CLUSTERS; c++) {
      mean[c].x += sum[t][c][0];
      mean[c].y += sum[t][c][1];
    }
    total += energy[t];
    lows += low[t][0] + low[t][1];
  }
  for (c = 0; c < CLUSTERS; c++)
    printf("%.8g %.8g\n", mean[c].x / POINTS, mean[c].y / POINTS);
  printf("%.8g %.8g\n", total, lows);
  free(sum);
  return 0;
}
