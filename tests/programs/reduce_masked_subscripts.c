/* Sums over elements that a masked multiple of the counter finds, beside sums of neighbouring ones.  expect: offloaded=1 */
#include <stdio.h>

#define N 19
#define M 64

static int scattered[N][M], plain[N][M], result[N];

int main(void)
{
  int sum = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      scattered[i][j] = (i * 131 + j * 17) % 97;
      plain[i][j] = (i * 37 + j * 29) % 5;
    }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int x = 0, y = 0;

    for (int j = 0; j < M; j++) {
      x += scattered[i][(j * 5) & (M - 1)] & 7;
      if (plain[i][j] != 3)
        y += plain[i][j];
    }
    result[i] = x * 1000 + y;
  }
  for (int i = 0; i < N; i++)
    sum = (sum * 31 + result[i]) % 1000003;
  printf("%d\n", sum);
  return 0;
}
