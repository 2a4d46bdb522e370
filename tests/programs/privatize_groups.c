/* Sums by group: arrays of unknown length, short and long, several beside each other, in structures, and beside sums
 * of all iterations; pointers into the middle of arrays; operands of other types; and arrays that are used otherwise.
 * expect: offloaded=8 */
#include <stdio.h>
#include <stdlib.h>

#define N 20000

struct group {
  double sum, squares;
  int count;
  float parts[3];
};

static int key[N];
static float value[N];

static void by_group(double *sum, int *count, long *far, int groups)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int g = key[i] % groups;

#pragma omp atomic
    sum[g] += value[i];
    if (key[i] % 3 == 0) {
#pragma omp atomic
      count[g] -= 2;
    }
#pragma omp atomic
    far[key[i]] += g;
  }
}

static double by_section(double *sum, unsigned *count, int groups)
{
  double all = 0;
  int i, most = 0;

#pragma omp parallel for reduction(+ : sum[ : groups], count[ : groups], all) reduction(max : most)
  for (i = 0; i < N; i++) {
    sum[key[i] % groups] += value[i];
    count[key[i] % groups]++;
    all += value[i];
    most = key[i] > most ? key[i] : most;
  }
  return all + most;
}

static void by_structure(struct group *groups, int n)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    struct group *mine = &groups[key[i] % n];
    double v = value[i];

#pragma omp atomic
    mine->sum += v;
#pragma omp atomic
    mine->squares += v * v;
#pragma omp atomic
    mine->count++;
#pragma omp atomic
    mine->parts[i % 3] += value[i];
#pragma omp atomic
    mine->parts[(i + 1) % 3] -= 0.5 * v;
  }
}

static void around_zero(long *middle)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    middle[key[i] % 21 - 10] += key[i];
  }
}

static void both_ways(int *left, int *right, int *turned)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int before;

#pragma omp atomic
    left[key[i] % 7]++;
#pragma omp atomic capture
    before = right[key[i] % 5]++;
    if (before < 0) {
#pragma omp atomic
      turned[0]++;
    }
  }
}

static void own_sums(double centre[4][3], int n[4])
{
  int g, d, i;

#pragma omp parallel private(g, d)
  {
    double mine[4][3] = {{0}};
    int counts[4] = {0};

#pragma omp for
    for (i = 0; i < N; i++) {
      counts[key[i] % 4]++;
      for (d = 0; d < 3; d++)
        mine[key[i] % 4][d] += value[i] * d;
    }
#pragma omp critical
    for (g = 0; g < 4; g++) {
      n[g] += counts[g];
      for (d = 0; d < 3; d++)
        centre[g][d] += mine[g][d];
    }
  }
}

static double total(const double *of, int n)
{
  double sum = 0;
  int i;

  for (i = 0; i < n; i++)
    sum += of[i] * (i % 5 + 1);
  return sum;
}

int main(void)
{
  static const int sizes[] = {5, 5000, 70, 5000, 1};
  double *sum = calloc(5000, sizeof *sum), *other = calloc(5000, sizeof *other), centre[4][3] = {{0}}, all = 0;
  int *count = calloc(5000, sizeof *count), n[4] = {0}, left[7] = {0}, right[5] = {0}, turned[1] = {0};
  int i, k, tail[16] = {0};
  long *far = calloc(10007, sizeof *far), *middle = calloc(21, sizeof *middle);
  struct group *groups = calloc(40, sizeof *groups);

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    key[i] = (int)((i * 7919L + 13) % 10007);
    value[i] = (float)(key[i] % 64) * 0.25f;
  }
  for (k = 0; k < 5; k++) {
    double *mine = calloc(sizes[k], sizeof *mine), *further = calloc(sizes[k], sizeof *further);
    int *own = calloc(sizes[k], sizeof *own);
    unsigned *counts = calloc(sizes[k], sizeof *counts);

    by_group(mine, own, far, sizes[k]);
    all += by_section(further, counts, sizes[k]);
    for (i = 0; i < sizes[k]; i++) {
      sum[i] += mine[i];
      other[i] += further[i];
      count[i] += own[i] + (int)counts[i];
    }
    free(mine);
    free(further);
    free(own);
    free(counts);
  }
  by_structure(groups, 40);
  around_zero(middle + 10);
  both_ways(left, right, turned);
  own_sums(centre, n);
#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    tail[i % 16] += (short)key[i];
  }
  printf("%.2f %.2f %.2f\n", all, total(sum, 5000), total(other, 5000));
  for (i = k = 0; i < 5000; i++)
    k += count[i] * (i % 7);
  for (i = 0; i < 10007; i++)
    k += (int)(far[i] % 1000);
  printf("%d %d %d\n", k, left[0] + 3 * left[6] + right[4], turned[0] + tail[3] + 5 * tail[15]);
  for (i = 0; i < 40; i += 13)
    printf("%.2f %.2f %d %.2f\n", groups[i].sum, groups[i].squares, groups[i].count, groups[i].parts[i % 3]);
  for (i = 0; i < 21; i += 5)
    printf("%ld ", middle[i]);
  printf("%d %.2f %.2f\n", n[3], centre[1][2], centre[3][1]);
  free(sum);
  free(other);
  free(count);
  free(far);
  free(middle);
  free(groups);
  return 0;
}
