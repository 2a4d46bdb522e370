/* What is written before an inner loop that becomes parallel, also where that does not run.  expect: offloaded=3 */
#include <stdio.h>

#define N 45

static double c[N][N], lead[N], last[N];

static double fill(int n)
{
  double sum = 0.0;
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      c[i][j] = lead[i] = last[i] = -1.0;
#pragma omp parallel for private(j)
  for (i = 0; i < n; i++) {
    c[i][i] = 0.25;
    for (j = i + 1; j < n; j++) {
      c[i][j] = i + 2 * j;
      c[j][i] = -c[i][j];
    }
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    lead[i] = i;
    lead[i] += 0.5;
    for (j = n - 2; j >= 0; j--)
      c[i][j] += j;
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    last[i] += 2 * i;
    for (j = 3; j < n; j += 4)
      c[i][j] *= 2.0;
  }
  for (i = 0; i < N; i++) {
    sum += lead[i] * (i + 1) + last[i];
    for (j = 0; j < N; j++)
      sum += c[i][j] * (i * 3 + j % 7);
  }
  return sum;
}

int main(void)
{
  printf("%g %g %g %g %g\n", fill(0), fill(1), fill(2), fill(4), fill(N));
  return 0;
}
