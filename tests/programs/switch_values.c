/* What one case of a `switch` sets, another one does not see.
 * expect: offloaded=3 */
#include <stdio.h>

enum { N = 40, M = 30 };

static int kind[N];
static double sum[N][M], first[M], second[M], out[N][M];

int main(void)
{
  double check = 0.0;

  for (int i = 0; i < N; i++)
    kind[i] = i % 3;
  for (int j = 0; j < M; j++) {
    first[j] = j;
    second[j] = 100 - j;
  }

  /* All iterations of the inner loop add to one element where `kind` is 1. */
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      int k = 0;
      switch (kind[i]) {
      case 0:
        k = j;
        break;
      case 1:
        sum[i][k] += j;
        break;
      default:
        sum[i][j] = k;
      }
    }

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      double *from = first;
      switch (kind[i] + j % 2) {
      case 0:
        from = second;
        break;
      case 1:
        from += j / 2;
        /* fall through */
      case 2:
        out[i][j] = from[j / 2];
        break;
      default:
        out[i][j] = -1;
      }
    }

  /* A row is copied to a column, where the case before has not set where that is. */
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 1; j < M; j++) {
      int at = 0;
      switch (kind[i]) {
      case 2:
        at = j;
        break;
      case 1:
      case 0:
        out[i][at] = out[i][at] * 0.5 + j;
      }
    }

  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      check += sum[i][j] * (j + 1) + out[i][j] * (i + 1);
  printf("%.10g\n", check);
  return 0;
}
