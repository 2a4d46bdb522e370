/* lastprivate on collapsed loops: scalars, an array, a counter, loops that count down.  expect: offloaded=2 */
#include <stdio.h>

#define N 14
#define M 9

static int a[N][M], b[N][M];

int main(void)
{
  int i, j, last = 0, where[2] = {0, 0}, sum = 0;
  unsigned short step = 0;

#pragma omp parallel for collapse(2) lastprivate(last, where, i, j)
  for (i = 0; i < N; i++)
    for (j = M - 1; j >= 0; j -= 2) {
      last = i * 100 + j;
      where[0] = j;
      where[1] = last - i;
      a[i][j] = last;
    }
  printf("%d %d %d %d %d\n", last, where[0], where[1], i, j);
#pragma omp parallel private(i)
#pragma omp for collapse(2) lastprivate(step) firstprivate(last)
  for (i = N - 1; i > 2; i--)
    for (j = 0; j < M; j++) {
      step = (unsigned short)(i + j + last);
      b[i][j] = step + last;
    }
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      sum += a[i][j] * 3 + b[i][j];
  printf("%d %d\n", step, sum);
  return 0;
}
