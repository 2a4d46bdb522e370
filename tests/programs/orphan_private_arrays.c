/* Arrays and pointers of a function are each thread's own; tables filled before the loop are copied to it.
 * expect: offloaded=2 */
#include <stdio.h>

#define N 150

static double a[2][N];

static void apply(int which, double (*table)[N])
{
  int i, j;
  double weights[4], line[8], *row = table[which];
  const double *other = table[1 - which];

  for (j = 0; j < 4; j++)
    weights[j] = j + 0.5 * which;
#pragma omp for
  for (i = 0; i < N; i++) {
    for (j = 0; j < 8; j++)
      line[j] = weights[j % 4] * (i + j);
    row[i] = line[i % 8] - line[(i + 3) % 8];
  }
#pragma omp for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < 4; j++)
      row[i] += weights[j] * other[N - 1 - i];
}

int main(void)
{
  double sum = 0;

#pragma omp parallel
  {
    apply(0, a);
    apply(1, a);
    apply(0, a);
  }
  for (int i = 0; i < N; i++)
    sum += a[0][i] * (i % 7) - a[1][i];
  printf("%.9f %.9f %.9f\n", a[0][3], a[1][N - 1], sum);
  return 0;
}
