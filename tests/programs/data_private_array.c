/* Private arrays: in a private clause, and declared in the body.  expect: offloaded=2 */
#include <stdio.h>

#define N 30
#define K 6

static double a[N], b[N];

int main(void)
{
  double work[K];
  int i, k;

#pragma omp parallel for private(work, k)
  for (i = 0; i < N; i++) {
    for (k = 0; k < K; k++)
      work[k] = i * (k + 1);
    a[i] = 0.0;
    for (k = 0; k < K; k++)
      a[i] += work[k] * work[K - 1 - k];
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    double table[2][K];
    int j;

    for (j = 0; j < K; j++) {
      table[0][j] = a[i] + j;
      table[1][j] = a[(i + 1) % N] - j;
    }
    b[i] = table[i % 2][i % K];
  }
  for (i = 0; i < N; i += 4)
    printf("%.12g %.12g\n", a[i], b[i]);
  return 0;
}
