/* Inner loops whose iterations depend on each other stay loops.  expect: offloaded=6 */
#include <stdio.h>

#define N 12
#define M 20

static double a[N][M], b[N][M], v[N];
static int place[M];

int main(void)
{
  int i, j;
  double x, check = 0.0;

  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++) {
      b[i][j] = (i * 5 + j * 3) % 7;
      place[j] = j / 2;
    }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 1; j < M; j++)
      a[i][j] = a[i][j - 1] * 0.5 + b[i][j];
#pragma omp parallel for private(j, x)
  for (i = 0; i < N; i++) {
    x = 0.0;
    for (j = 0; j < M; j++) {
      if (b[i][j] > 2.0)
        x = b[i][j];
      a[i][j] += x;
    }
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      b[i][place[j]] = j;
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    const double first = a[i][0];
    for (j = 0; j < M; j++)
      a[i][j] = first + j;
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++) {
      if (b[i][j] > 17.0)
        break;
      a[i][j] = -a[i][j];
    }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    v[i] = 1.0;
    for (j = 0; j < M; j++)
      a[i][j] *= v[i];
  }
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      check += a[i][j] * (j + 1) + b[i][j] * (i + 1);
  printf("%.12g\n", check);
  return 0;
}
