/* Last values of collapsed loops, whose last rows may be empty.  expect: offloaded=2 kept=K002,K002 */
#include <stdio.h>

#define N 12

static int seen[N][N];

int main(void)
{
  int x = -1, y = -1, z = -1, w = -1, s = 0;

#pragma omp parallel for collapse(2) lastprivate(x)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N - 4 - i; j++) {
      x = 100 * i + j;
      seen[i][j] += x;
    }
#pragma omp parallel
  {
#pragma omp for collapse(2) lastprivate(y)
    for (int i = 0; i < N; i++)
      for (int j = i; j < N - 3; j++) {
        y = 100 * i + j;
        seen[i][j] += y;
      }
  }
#pragma omp parallel for collapse(2) lastprivate(z)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      z = 100 * i + j;
      seen[i][j] += z;
    }
#pragma omp parallel for lastprivate(w)
  for (int i = 0; i < N; i++) {
    w = i;
    for (int j = 0; j < N - 4 - i; j++)
      w = 100 * i + j;
    seen[i][0] += w;
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += seen[i][j] * (i + 2 * j);
  printf("%d %d %d %d %d\n", x, y, z, w, s);
  return 0;
}
