/* Arrays that keep their order on all devices (but `flat`, and `passed`, whose rows go to a function that only reads them).
 * expect: offloaded=7 */
#include <stdio.h>
#include <stdlib.h>

#define N 40

static double inner[N][3], passed[N][3], aliased[N][3];
static double flat[N * 3];
static struct {
  double at[N][3];
} whole;

static double total(const double *point)
{
  return point[0] + point[1] + point[2];
}

static void scale(double *start, int count, double by)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < count; i++)
    start[i] *= by;
}

int main(int count, char **arguments)
{
  double(*other)[3] = count > 5 ? whole.at : aliased;
  double check = 0.0;
  int i, m, round;

  (void)arguments;
  for (round = 0; round < 20; round++) {
#pragma omp parallel for
    for (i = 0; i < N; i++) {
      inner[i][0] = i * 0.5;
      inner[i][1] = i * 0.5 + 1;
      inner[i][2] = i * 0.5 + 2;
    }
    scale(&inner[3][1], 50, 2.0); /* a pointer into the middle */
#pragma omp parallel for
    for (i = 0; i < N; i++) {
      passed[i][0] = i + inner[i][0];
      passed[i][1] = i - 1 + inner[i][0];
      passed[i][2] = i - 2 + inner[i][2];
      flat[3 * i] = total(passed[i]);
    }
#pragma omp parallel for
    for (i = 0; i < N; i++) {
      aliased[i][0] = i;
      aliased[i][2] = i + 2;
    }
#pragma omp parallel for
    for (i = 0; i < N; i++) {
      other[i][1] += 0.25 * passed[i][1];
      other[i][2] += 0.25 * passed[i][2];
    }
#pragma omp parallel for
    for (i = 0; i < N; i++)
      whole.at[i][1] = aliased[i][1];
#pragma omp parallel for
    for (i = 0; i < N; i++)
      aliased[i][0] += whole.at[i][1];
  }
  for (i = 0; i < N; i++)
    for (m = 0; m < 3; m++)
      check += inner[i][m] * (m + 1) + aliased[i][m] * (i % 7) + flat[3 * i + m] + whole.at[i][m];
  printf("%.12g\n", check);
  return 0;
}
