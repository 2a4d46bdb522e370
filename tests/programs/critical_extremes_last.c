/* Extremes with their places in loops whose last values, or whose linear variables, are needed.
 * expect: offloaded=4 */
#include <float.h>
#include <stdio.h>

enum { N = 5000, M = 30 };

static double a[N], b[N];

static void last_values(int n)
{
  double best = DBL_MAX, parts[3] = {0};
  int where = -1, last = 0;
#pragma omp parallel for lastprivate(last, parts)
  for (int i = 0; i < n; i++) {
    last = i;
    parts[0] = a[i] + 1;
    parts[1] = a[i];
    parts[2] = i;
#pragma omp critical
    if (a[i] < best) {
      best = a[i];
      where = i;
    }
  }
  printf("%g at %d, last %d %g %g %g\n", best, where, last, parts[0], parts[1], parts[2]);
}

static void linear_places(void)
{
  double best = DBL_MAX;
  int where = -1, j = 3;
#pragma omp parallel for linear(j : 2)
  for (int i = 0; i < N; i++) {
    b[i] = j;
#pragma omp critical
    if (a[i] < best) {
      best = a[i];
      where = j;
    }
    j += 2;
  }
  printf("%g at %d, behind %d, %g\n", best, where, j, b[77]);
}

static void collapsed(void)
{
  double best = DBL_MAX;
  int row = -1, column = -1, i, j;
#pragma omp parallel for collapse(2) lastprivate(i, j)
  for (i = 2; i < N / M; i++)
    for (j = 1; j < M; j += 2) {
      double value = a[i * M + j];
      if (value < best) {
#pragma omp critical
        if (value < best) {
          best = value;
          row = i;
          column = j;
        }
      }
    }
  printf("%g at %d %d, behind %d %d\n", best, row, column, i, j);
}

static void merged_by_hand(void)
{
  double best = DBL_MAX;
  int where = -1, last = 7;
#pragma omp parallel
  {
    double mine = DBL_MAX;
    int at = -1;
#pragma omp for lastprivate(last) schedule(static)
    for (int i = 0; i < N; i += 3) {
      last = 2 * i;
      if (a[i] < mine) {
        mine = a[i];
        at = i;
      }
    }
#pragma omp critical
    if (mine < best) {
      best = mine;
      where = at;
    }
  }
  printf("%g at %d, last %d\n", best, where, last);
}

int main(void)
{
  for (int i = 0; i < N; i++)
    a[i] = (i * 7919L) % 5003;
  last_values(N);
  last_values(1);
  linear_places();
  collapsed();
  merged_by_hand();
  return 0;
}
