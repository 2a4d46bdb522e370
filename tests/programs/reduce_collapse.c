/* A reduction over two collapsed loops, and one over an inner loop's work.  expect: offloaded=2 */
#include <stdio.h>

#define N 37
#define M 29

static int a[N][M];

int main(void)
{
  int i, j, sum = 0;
  long weighted = 0;

#pragma omp parallel for collapse(2) reduction(+ : sum)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++) {
      a[i][j] = i * j % 11;
      sum += a[i][j];
    }
#pragma omp parallel for private(j) reduction(+ : weighted)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      weighted += (long)a[i][j] * (i + 1) * (j + 1);
  printf("%d %ld\n", sum, weighted);
  return 0;
}
