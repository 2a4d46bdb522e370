/* atomic capture: tickets, in both orders and as a block.  expect: offloaded=1 */
#include <stdio.h>

#define N 300

static int seen[3][N + 1];
static int next[3];

int main(void)
{
  int i, k, bad = 0;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int before, after, block;

#pragma omp atomic capture
    before = next[0]++;
#pragma omp atomic capture
    after = next[1] += 1;
#pragma omp atomic capture
    {
      block = next[2];
      next[2] += 1;
    }
    seen[0][before] = 1;
    seen[1][after] = 1;
    seen[2][block] = 1;
  }
  for (i = 0; i < N; i++)
    for (k = 0; k < 3; k++)
      bad += seen[k][i + (k == 1)] != 1;
  printf("%d %d %d %d\n", next[0], next[1], next[2], bad);
  return 0;
}
