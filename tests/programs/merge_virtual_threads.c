/* Threads' own lists, histograms and places of extremes, merged by critical: virtual threads.  expect: offloaded=6 */
#include <stdio.h>
#include <string.h>

#define N 700
#define BINS 13
#define KEPT 5

struct entry {
  double value;
  int i, j;
};

static double a[N];
static int k[N];
static struct entry largest[KEPT];
static long bins[BINS];
static double weights[BINS];

static void forget(struct entry list[KEPT])
{
  int at;

  for (at = 0; at < KEPT; at++) {
    list[at].value = -1e300;
    list[at].i = list[at].j = -1;
  }
}

static void keep(struct entry list[KEPT], double value, int i, int j)
{
  int at;

  if (value <= list[KEPT - 1].value)
    return;
  for (at = KEPT - 1; at > 0 && list[at - 1].value < value; at--)
    list[at] = list[at - 1];
  list[at].value = value;
  list[at].i = i;
  list[at].j = j;
}

static void merge(struct entry list[KEPT], const struct entry other[KEPT])
{
  int at;

  for (at = 0; at < KEPT; at++)
    keep(list, other[at].value, other[at].i, other[at].j);
}

static void find_largest(void)
{
  int i, j;
  struct entry mine[KEPT];

  forget(mine);
#pragma omp single
  forget(largest);
#pragma omp for nowait
  for (i = 0; i < N; i++)
    for (j = 0; j < 3; j++)
      keep(mine, a[i] * (j + 1), i, j);
#pragma omp critical
  merge(largest, mine);
#pragma omp barrier
}

int main(void)
{
  int i, j, m, best_at = -1, first[BINS];
  double best = 1e300, total = 0;

  for (i = 0; i < N; i++) {
    k[i] = i * 37 % 701;
    a[i] = (k[i] * 53 % 709) * 0.25 - 80;
  }
  for (m = 0; m < BINS; m++)
    first[m] = N;

#pragma omp parallel
  find_largest();
  for (i = 0; i < KEPT; i++)
    printf("%g %d %d\n", largest[i].value, largest[i].i, largest[i].j);

#pragma omp parallel private(i, m)
  {
    double mine[BINS] = {0};
    int counts[BINS], lowest[BINS];

    memset(counts, 0, sizeof counts);
    for (m = 0; m < BINS; m++)
      lowest[m] = N;
#pragma omp for
    for (i = 0; i < N; i++) {
      counts[k[i] % BINS]++;
      mine[k[i] % BINS] += a[i];
      if (lowest[k[i] % BINS] > i)
        lowest[k[i] % BINS] = i;
    }
#pragma omp critical
    {
      for (m = 0; m < BINS; m++)
        bins[m] += counts[m];
      for (m = 0; m < BINS; m++) {
        weights[m] += mine[m];
        if (lowest[m] < first[m])
          first[m] = lowest[m];
      }
    }
  }
  for (m = 0; m < BINS; m++)
    printf("%ld %g %d\n", bins[m], weights[m], first[m]);

#pragma omp parallel private(i, j)
  {
    double least = 1e300, sum = 0;
    int at = -1;

#pragma omp for collapse(2) reduction(+ : total)
    for (i = 0; i < N; i += 2)
      for (j = 3; j > 0; j--) {
        double value = a[i] * a[i] + j * k[i];

        if (value == 11)
          continue;
        total += 1;
        sum += value;
        if (value < least) {
          least = value;
          at = i * 10 + j;
        }
      }
#pragma omp critical
    if (least < best || (least == best && at < best_at)) {
      best = least;
      best_at = at;
    }
#pragma omp atomic
    total += sum;
  }
  printf("%.17g %d %.12g\n", best, best_at, total);

#pragma omp parallel private(i, j, m)
  {
    double own[4];

#pragma omp for
    for (i = 0; i < N; i++)
      a[i] += 1;
    for (j = 0; j < 2; j++) {
      for (m = 0; m < 4; m++)
        own[m] = 0;
#pragma omp for
      for (i = 0; i < N; i++)
        for (m = 0; m < 4; m++)
          own[m] += a[i] * m + j;
#pragma omp critical
      for (m = 0; m < 4; m++)
        weights[m] += own[m];
#pragma omp barrier
    }
  }
  for (m = 0; m < 4; m++)
    printf("%.12g\n", weights[m]);
#pragma omp parallel private(m)
  {
    int seen[BINS] = {0};

#pragma omp for nowait
    for (i = 0; i < N; i++)
      if (a[i] > 60)
        seen[k[i] % BINS] = 1;
#pragma omp critical
    for (m = 0; m < BINS; m++)
      if (seen[m])
        bins[m] = 0;
  }
  for (m = 0; m < BINS; m++)
    printf("%ld\n", bins[m]);
  return 0;
}
