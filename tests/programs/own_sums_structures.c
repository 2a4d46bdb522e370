/* Memory of each thread's own whose elements are structures, in which threads keep extremes, or that is a table of rows.
 * expect: offloaded=5 kept=K020,K020,K020 */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4001

typedef struct {
  double x, y;
} point;
struct sums {
  double x, y;
  int n;
};

static point at[N];
static int key[N];
static float value[N];

/* centres of clusters */
static void means(int k, point *centre, int *member)
{
  point *sum = calloc(k, sizeof(point));
  int *count = calloc(k, sizeof(int));

#pragma omp parallel
  {
    struct sums *mine = calloc(k, sizeof(struct sums));
#pragma omp for
    for (int i = 0; i < N; i++) {
      int best = 0;
      double least = DBL_MAX;
      for (int c = 0; c < k; c++) {
        const double dx = at[i].x - centre[c].x, dy = at[i].y - centre[c].y;
        if (dx * dx + dy * dy < least)
          least = dx * dx + dy * dy, best = c;
      }
      member[i] = best;
      mine[best].x += at[i].x;
      mine[best].y += at[i].y;
      mine[best].n++;
    }
#pragma omp critical
    for (int c = 0; c < k; c++) {
      count[c] += mine[c].n;
      sum[c].x += mine[c].x;
      sum[c].y += mine[c].y;
    }
    free(mine);
  }
  for (int c = 0; c < k; c++)
    if (count[c] > 0)
      centre[c].x = sum[c].x / count[c], centre[c].y = sum[c].y / count[c];
  free(sum);
  free(count);
}

/* cleared by a loop; a sum of another member is beside */
static double cleared(int k, struct sums *all)
{
  double top = -1;

#pragma omp parallel
  {
    struct sums *mine = malloc(k * sizeof *mine);
    double most = -1;
    for (int j = 0; j < k; j++) {
      mine[j].x = mine[j].y = 0.0;
      mine[j].n = 0;
    }
#pragma omp for
    for (int i = 0; i < N; i++) {
      struct sums *none = NULL;
      mine[key[i] % k].x += at[i].y;
      mine[key[i] % k].y += none == NULL ? 1 : 0;
      mine[key[i] % k].n += i;
      if (value[i] > most)
        most = value[i];
    }
#pragma omp critical(sums)
    {
      for (int j = 0; j < k; j++) {
        all[j].x += mine[j].x;
        all[j].y += mine[j].y;
        all[j].n += mine[j].n;
      }
      if (most > top)
        top = most;
    }
    free(mine);
  }
  return top;
}

static void extremes(int k, float *most, float *least, unsigned *seen)
{
#pragma omp parallel
  {
    float *high = malloc(k * sizeof(float)), *low = malloc(k * sizeof(float));
    unsigned *bits = calloc(k, sizeof(unsigned));
    for (int j = 0; j < k; j++) {
      high[j] = -FLT_MAX;
      low[j] = 3000.f;
    }
#pragma omp for
    for (int i = 0; i < N; i++) {
      const int j = key[i] % k;
      if (value[i] > high[j])
        high[j] = value[i];
      low[j] = value[i] < low[j] ? value[i] : low[j];
      bits[j] |= 1u << i % 13;
    }
#pragma omp critical
    {
      for (int j = 0; j < k; j++) {
        if (high[j] > most[j])
          most[j] = high[j];
        if (least[j] > low[j])
          least[j] = low[j];
        seen[j] |= bits[j];
      }
    }
    free(high);
    free(low);
    free(bits);
  }
}

/* rows that each thread allocates */
static void rows(int k, int dims, double (*sum)[8], int *size)
{
#pragma omp parallel
  {
    double **mine = malloc(k * sizeof(double *));
    int *count = calloc(k, sizeof(int));
    for (int j = 0; j < k; j++)
      mine[j] = calloc(dims, sizeof(double));
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++) {
      const int j = key[i] % k;
      count[j]++;
      for (int d = 0; d < dims; d++)
        mine[j][d] += value[i] * d;
    }
#pragma omp critical
    for (int j = 0; j < k; j++) {
      size[j] += count[j];
      for (int d = 0; d < dims; d++)
        sum[j][d] += mine[j][d];
    }
    for (int j = 0; j < k; j++)
      free(mine[j]);
    free(mine);
    free(count);
  }
}

/* rows that are cleared where they are allocated */
static void filled_rows(int k, int dims, float (*most)[8])
{
#pragma omp parallel
  {
    float **mine = (float **)malloc(sizeof(float *) * k);
    for (int j = 0; j < k; j++) {
      mine[j] = (float *)malloc(dims * sizeof(float));
      for (int d = 0; d < dims; d++)
        mine[j][d] = 0;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      for (int d = 0; d < dims; d++)
        if (mine[key[i] % k][d] < value[i] - d)
          mine[key[i] % k][d] = value[i] - d;
#pragma omp critical
    for (int j = 0; j < k; j++)
      for (int d = 0; d < dims; d++)
        if (most[j][d] < mine[j][d])
          most[j][d] = mine[j][d];
    for (int j = 0; j < k; j++)
      free(mine[j]);
    free(mine);
  }
}

/* begins with something else; is merged by another operator, or in part */
static long others(int k, int *most, int *sum, int *half)
{
  long total = 0;

#pragma omp parallel
  {
    int *mine = malloc(k * sizeof(int));
    for (int j = 0; j < k; j++)
      mine[j] = j;
#pragma omp for
    for (int i = 0; i < N; i++)
      if (mine[key[i] % k] < i)
        mine[key[i] % k] = i;
#pragma omp critical
    for (int j = 0; j < k; j++)
      if (most[j] < mine[j])
        most[j] = mine[j];
    free(mine);
  }
#pragma omp parallel
  {
    int *mine = calloc(k, sizeof(int));
#pragma omp for
    for (int i = 0; i < N; i++)
      mine[key[i] % k]++;
#pragma omp critical
    for (int j = 0; j < k; j++)
      if (sum[j] < mine[j])
        sum[j] = mine[j];
    free(mine);
  }
#pragma omp parallel
  {
    struct sums *mine = calloc(k, sizeof *mine);
#pragma omp for
    for (int i = 0; i < N; i++) {
      mine[key[i] % k].n++;
      mine[key[i] % k].x += 1;
    }
#pragma omp critical
    for (int j = 0; j < k; j++)
      half[j] += mine[j].n;
    free(mine);
  }
  for (int j = 0; j < k; j++)
    total += most[j] * 3 + (sum[j] > 0) + half[j] * j;
  return total;
}

int main(void)
{
  enum { K = 7, DIMS = 5 };
  static double sum[K][8];
  static float high[K][8];
  point centre[K];
  struct sums all[K] = {{0}};
  float most[K], least[K];
  unsigned seen[K] = {0};
  int *member = malloc(N * sizeof(int)), size[K] = {0}, counts[3][K] = {{0}};
  double s = 0;

  for (int i = 0; i < N; i++) {
    at[i].x = i * 37 % 1009 / 8.0, at[i].y = i * 91 % 1013 / 4.0;
    key[i] = i * 7919 % 1021;
    value[i] = i * 613 % 2003;
  }
  for (int j = 0; j < K; j++) {
    centre[j] = at[j * 500];
    most[j] = j * 600, least[j] = 3 - j;
  }
  for (int step = 0; step < 3; step++)
    means(K, centre, member);
  for (int j = 0; j < K; j++)
    printf("%.6f %.6f %d\n", centre[j].x, centre[j].y, member[j * 11]);
  printf("%g\n", cleared(K, all));
  extremes(K, most, least, seen);
  rows(K, DIMS, sum, size);
  filled_rows(K, DIMS, high);
  for (int j = 0; j < K; j++) {
    for (int d = 0; d < DIMS; d++)
      s += sum[j][d] * (j + 1) + high[j][d] * d;
    printf("%g %g %d %g %g %x %d %g\n", all[j].x, all[j].y, all[j].n, most[j], least[j], seen[j], size[j], s);
  }
  printf("%ld\n", others(K, counts[0], counts[1], counts[2]));
  free(member);
  return 0;
}
