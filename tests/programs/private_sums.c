/* Memory in which each thread adds up for itself, and which is added to that of all behind the loop.
 * expect: offloaded=3 kept=K020,K020,K020,K020 */
#include <stdio.h>
#include <stdlib.h>

#define N 3001

static int key[N], nearest[N];
static double place[N][3];

static double histogram(int n, int bins, long *all, double *weight)
{
  double s = 0;

#pragma omp parallel
  {
    long *mine = calloc(bins, sizeof *mine);
    double *sums = (double *)calloc((size_t)bins, sizeof(double));
    if (mine == NULL || !sums)
      exit(1);
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      mine[key[i] % bins]++;
      sums[(key[i] + 1) % bins] += place[i][0];
    }
#pragma omp critical
    {
      for (int b = 0; b < bins; b++)
        all[b] += mine[b];
    }
#pragma omp critical(weights)
    for (int b = 0; b < bins; b++)
      weight[b] = weight[b] + sums[b];
    free(mine);
    free(sums);
  }
  for (int b = 0; b < bins; b++)
    s += all[b] * (b + 1) + weight[b] * (b % 3);
  return s;
}

/* centres of clusters, in rows */
static double means(int n, int k, int dims)
{
  double *centres = malloc(sizeof(double) * k * dims), *sums = calloc(k * dims, sizeof *sums), s = 0;
  int *count = calloc(k, sizeof *count);

  for (int c = 0; c < k * dims; c++)
    centres[c] = c * 3 % 17;
#pragma omp parallel
  {
    double *own = calloc(sizeof(double), k * dims);
    int *many = calloc(k, sizeof(int)), i, c, d;
#pragma omp for private(c, d)
    for (i = 0; i < n; i++) {
      int best = 0;
      double least = 1e30;
      for (c = 0; c < k; c++) {
        double far = 0;
        for (d = 0; d < dims; d++)
          far += (place[i][d] - centres[c * dims + d]) * (place[i][d] - centres[c * dims + d]);
        if (far < least) {
          least = far;
          best = c;
        }
      }
      nearest[i] = best;
      many[best] += 1;
      for (d = 0; d < dims; d++)
        own[best * dims + d] += place[i][d];
    }
#pragma omp for
    for (i = 0; i < n; i++)
      many[i % k] -= nearest[i] == 0;
    for (c = 0; c < k; c++) {
#pragma omp atomic
      count[c] += many[c];
    }
#pragma omp critical
    for (c = 0; c < k; c++)
      for (d = 0; d < dims; d++)
        sums[c * dims + d] += own[c * dims + d];
    free(own);
    free(many);
  }
  for (int c = 0; c < k; c++)
    for (int d = 0; d < dims; d++)
      s += sums[c * dims + d] * (c + 2 * d) + count[c];
  free(centres);
  free(sums);
  free(count);
  return s;
}

/* kept: not all elements are added; what is added decides; the sum is read in the loop; the sums are in the loop, too */
static double others(int n, int bins, long *all)
{
  const long *before = all;
  double s = 0;

#pragma omp parallel
  {
    long *mine = calloc(bins + 1, sizeof *mine);
#pragma omp for
    for (int i = 0; i < n; i++)
      mine[key[i] % (bins + 1)]++;
#pragma omp critical
    for (int b = 0; b < bins; b++)
      all[b] += mine[b];
    free(mine);
  }
#pragma omp parallel
  {
    long *mine = calloc(bins, sizeof *mine);
#pragma omp for reduction(+ : s)
    for (int i = 0; i < n; i++) {
      mine[key[i] % bins]++;
      s += mine[0] < 0;
    }
#pragma omp critical
    for (int b = 0; b < bins; b++)
      all[b] += mine[b];
    free(mine);
  }
#pragma omp parallel
  {
    long *mine = calloc(bins, sizeof *mine);
#pragma omp for
    for (int i = 0; i < n; i++)
      mine[key[i] % bins] += before[key[i] % bins] % 2;
#pragma omp critical
    for (int b = 0; b < bins; b++)
      all[b] += mine[b];
    free(mine);
  }
#pragma omp parallel
  {
    long *mine = malloc(bins * sizeof *mine);
    for (int b = 0; b < bins; b++)
      mine[b] = b;
#pragma omp for
    for (int i = 0; i < n; i++)
      mine[key[i] % bins]++;
#pragma omp single
    for (int b = 0; b < bins; b++)
      s += b;
#pragma omp critical
    for (int b = 0; b < bins; b++)
      all[b] += mine[b] > 0;
    free(mine);
  }
  for (int b = 0; b < bins; b++)
    s += b == 3 ? 0 : 0.5 * (all[b] > 0);
  return s;
}

int main(void)
{
  long all[64] = {0};
  double weight[64] = {0};

  for (int i = 0; i < N; i++) {
    key[i] = i * 7919 % 1009;
    for (int d = 0; d < 3; d++)
      place[i][d] = (i * (d + 3)) % 23;
  }
  printf("%.9g\n", histogram(N, 64, all, weight));
  printf("%.9g\n", histogram(N / 2, 10, all, weight));
  printf("%.9g %.9g\n", means(N, 5, 3), means(100, 7, 2));
  printf("%.9g\n", others(N, 50, all));
  return 0;
}
