/* An inner loop whose bounds depend on the outer counter.  expect: offloaded=2 */
#include <stdio.h>

#define N 50

static int a[N][N], count[N];

int main(void)
{
  int i, j;

#pragma omp parallel for private(j) schedule(dynamic)
  for (i = 0; i < N; i++)
    for (j = i; j < N; j++)
      a[i][j] = i * j + 1;
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    count[i] = 0;
    for (j = 0; j <= i; j++)
      count[i] += a[j][i] % 3;
  }
  for (i = 0; i < N; i += 7)
    printf("%d %d %d\n", a[i][N - 1], a[N - 1][i], count[i]);
  return 0;
}
