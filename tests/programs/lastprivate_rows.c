/* Last values of collapsed loops, whose last rows may be empty.  expect: offloaded=6 kept=K002,K002 */
#include <stdio.h>

#define N 12

static int seen[N][N];

int main(void)
{
  int x = -1, y = -1, z = -1, w = -1, s = 0;
  int down = -1, last = -1, deep = -1, i;

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
#pragma omp parallel for collapse(2) lastprivate(down) reduction(+ : s)
  for (int i = N - 1; i >= 0; i -= 3)
    for (int j = 2 * i - 7; j > N - 2 * i; j -= 2) {
      down = 100 * i + j;
      s++;
    }
#pragma omp parallel for collapse(2) lastprivate(last) reduction(+ : s)
  for (int k = 250; k > 3; k -= 7)
    for (int j = k; j < 2 * k; j += 7)
      last = (int)(k * j), s++;
#pragma omp parallel for collapse(2) lastprivate(i) reduction(+ : s)
  for (i = 0; i < N; i++)
    for (int j = i; j < N - 3; j++)
      s += j;
#pragma omp parallel for collapse(3) lastprivate(deep)
  for (int i = 0; i < N; i++)
    for (int j = i; j < N - 3; j++)
      for (int k = j; k < N - 3; k++)
        deep = 100 * i + k;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += seen[i][j] * (i + 2 * j);
  printf("%d %d %d %d %d %d %d %d %d\n", x, y, z, w, down, last, i > 8, deep, s);
  return 0;
}
