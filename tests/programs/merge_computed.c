/* What threads merge is computed from what they carry out of a loop, before and between the merges: running sums of counts,
   means, and a copy in another variable.  expect: offloaded=4 */
#include <math.h>
#include <stdio.h>

enum { N = 12000, KEYS = 64, ROUNDS = 3 };

static int key[N], rank[KEYS], first[KEYS];
static double value[N], share[KEYS], block[16];
#pragma omp threadprivate(block)

static void count(int shift)
{
  int mine[KEYS], i, b, copy = 0;
  for (b = 0; b < KEYS; b++)
    mine[b] = 0;
#pragma omp for nowait
  for (i = 0; i < N; i++)
    mine[(key[i] + shift) % KEYS]++;
  for (b = 0; b < KEYS - 1; b++)
    mine[b + 1] += mine[b];
#pragma omp barrier
#pragma omp critical
  for (b = 0; b < KEYS; b++)
    rank[b] += mine[b];
  copy = mine[KEYS / 2];
#pragma omp atomic
  first[shift] += copy;
}

int main(void)
{
  double total = 0;
  int i, round;
#pragma omp parallel private(i, round)
  {
#pragma omp for
    for (i = 0; i < N; i++) {
      key[i] = (int)((i * 7919L + i / 3) % KEYS);
      value[i] = i % 10;
    }
    for (round = 0; round < ROUNDS; round++)
      count(round);
  }
#pragma omp parallel copyin(block)
  {
    double weight[KEYS] = {0}, half;
    int k, b;
#pragma omp for reduction(+ : total)
    for (k = 0; k < N; k++) {
      for (b = 0; b < 16; b++)
        block[b] = value[k] + b;
      for (b = 0; b < 16; b++)
        weight[(int)block[b]] += 1;
      total += block[15];
    }
    for (b = KEYS - 1; b > 0; b--)
      weight[b] += weight[b - 1] * 2;
    half = weight[3] / 2;
#pragma omp critical
    {
      for (b = 0; b < KEYS; b++)
        share[b] += weight[b];
      share[0] += half;
    }
  }
#pragma omp parallel for
  for (i = 0; i < KEYS; i++)
    share[i] += rank[i];
  for (i = 0; i < KEYS; i += 7)
    printf("%d %g\n", rank[i], share[i]);
  printf("%d %d %g\n", first[0], first[2], total);
  return 0;
}
