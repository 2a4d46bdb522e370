/* atomic update of int in every form of the statement.  expect: offloaded=1 */
#include <stdio.h>

#define N 400

static int v[12] = {0, 0, 0, 0, 1, -1, 0, 0x55, 100000, 0, 0, 0};
static unsigned product = 1;

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    v[0]++;
#pragma omp atomic
    ++v[1];
#pragma omp atomic
    v[2] += i;
#pragma omp atomic update
    v[3] -= 2 * i;
#pragma omp atomic
    v[4] |= 1 << (i % 20);
#pragma omp atomic
    v[5] &= ~(1 << (i % 9));
#pragma omp atomic
    v[6] ^= i;
#pragma omp atomic
    v[7] = v[7] + (i & 1);
#pragma omp atomic
    v[8]--;
#pragma omp atomic
    v[9 + i % 3] += 1;
#pragma omp atomic
    product *= 2u * (unsigned)i + 1u;
  }
  for (i = 0; i < 12; i++)
    printf("%d ", v[i]);
  printf("%u\n", product);
  return 0;
}
