/* Local pointers inside the loop: set from an array, moved and dereferenced.  expect: offloaded=1 */
#include <stdio.h>

#define N 30
#define M 10

static int a[N][M], sum[N];

int main(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      a[i][j] = i * j - 7;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    const int *p = a[i];
    const int *end = p + M;

    sum[i] = 0;
    while (p < end)
      sum[i] += *p++;
    sum[i] -= *(a[i] + 1);
  }
  for (i = 0; i < N; i += 3)
    printf("%d\n", sum[i]);
  return 0;
}
