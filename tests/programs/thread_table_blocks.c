/* Blocks that threads allocate and keep in a table by their numbers, directly or by a pointer of their own, and that
 * are added up behind a barrier or behind the region; in structures, too.  expect: offloaded=5 kept=K020,K020 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#define omp_get_max_threads() 1
#endif
#define K 4
#define D 2

struct part {
  double *sum;
  int *count;
};

static void show(const int *hist, int bins)
{
  for (int b = 0; b < bins; b++)
    printf("%d ", hist[b]);
  puts("");
}

int main(void)
{
  int n = 1000, bins = 16, nt = omp_get_max_threads();
  int *key = malloc(n * sizeof *key), *hist = calloc(bins, sizeof *hist);
  float *x = malloc(n * D * sizeof *x);
  int **local = calloc(nt, sizeof *local);
  static int *fixed[256];
  for (int i = 0; i < n; i++) key[i] = (i * 7 + i / 3) % bins;
  for (int i = 0; i < n * D; i++) x[i] = (i * 13) % 31;
  /* the pointer is stored behind its allocation */
#pragma omp parallel num_threads(nt)
  {
    int tid = omp_get_thread_num();
    int *mine = calloc(bins, sizeof *mine);
    local[tid] = mine;
#pragma omp for
    for (int i = 0; i < n; i++)
      mine[key[i]]++;
#pragma omp for
    for (int b = 0; b < bins; b++)
      for (int t = 0; t < omp_get_num_threads(); t++)
        hist[b] += local[t][b];
    free(mine);
  }
  show(hist, bins);
  /* malloc and memset, freed outside */
  memset(hist, 0, bins * sizeof *hist);
#pragma omp parallel num_threads(nt)
  {
    int *mine = (int *)malloc(bins * sizeof(int));
    memset(mine, 0, bins * sizeof(int));
    fixed[omp_get_thread_num()] = mine;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      mine[key[i]] += 2;
  }
  for (int t = 0; t < nt; t++) {
    for (int b = 0; b < bins; b++) hist[b] += fixed[t][b];
    free(fixed[t]);
  }
  show(hist, bins);
  /* the table is allocated in the region, its blocks are added up by one thread */
  int **table = NULL, team = 0;
#pragma omp parallel
  {
    int tid = omp_get_thread_num();
#pragma omp single
    {
      team = omp_get_num_threads();
      table = malloc(team * sizeof *table);
    }
    table[tid] = (int *)calloc(bins, sizeof(int));
#pragma omp for
    for (int i = 0; i < n; i++)
      table[tid][key[i]] += 3;
#pragma omp single
    for (int t = 0; t < team; t++)
      for (int b = 0; b < bins; b++)
        hist[b] += table[t][b];
    free(table[tid]);
  }
  free(table);
  show(hist, bins);
  /* the element leads to another block later */
#pragma omp parallel num_threads(nt)
  {
    int tid = omp_get_thread_num();
    int *mine = calloc(bins, sizeof *mine);
    local[tid] = mine;
#pragma omp for
    for (int i = 0; i < n; i++)
      mine[key[i]]++;
    local[tid] = calloc(bins, sizeof *mine);
#pragma omp for
    for (int i = 0; i < n; i++)
      mine[key[i]]++;
    for (int b = 0; b < bins; b++)
      local[tid][b] += mine[b];
    free(mine);
  }
  for (int t = 0; t < nt; t++) {
    for (int b = 0; b < bins; b++)
      hist[b] += local[t][b];
    free(local[t]);
  }
  show(hist, bins);
  /* two blocks in structures, k-means */
  struct part *parts = malloc(nt * sizeof *parts);
  double c[K][D] = {{1, 2}, {10, 3}, {20, 9}, {25, 20}};
  for (int it = 0; it < 3; it++) {
#pragma omp parallel num_threads(nt)
    {
      int me = omp_get_thread_num();
      parts[me].sum = calloc(K * D, sizeof(double));
      parts[me].count = calloc(K, sizeof(int));
      double *sum = parts[me].sum;
      int *count = parts[me].count;
#pragma omp for
      for (int i = 0; i < n; i++) {
        int best = 0;
        double least = 1e30;
        for (int k = 0; k < K; k++) {
          double d = 0;
          for (int j = 0; j < D; j++)
            d += (x[i * D + j] - c[k][j]) * (x[i * D + j] - c[k][j]);
          if (d < least) least = d, best = k;
        }
        count[best]++;
        for (int j = 0; j < D; j++) sum[best * D + j] += x[i * D + j];
      }
    }
    for (int k = 0; k < K; k++) {
      double s[D] = {0};
      int m = 0;
      for (int t = 0; t < nt; t++) {
        m += parts[t].count[k];
        for (int j = 0; j < D; j++) s[j] += parts[t].sum[k * D + j];
      }
      for (int j = 0; j < D && m; j++) c[k][j] = s[j] / m;
    }
    for (int t = 0; t < nt; t++) free(parts[t].sum), free(parts[t].count);
  }
  for (int k = 0; k < K; k++) printf("%.8g %.8g ", c[k][0], c[k][1]);
  puts("");
  free(parts), free(local), free(x), free(hist), free(key);
  return 0;
}
