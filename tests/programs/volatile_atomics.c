/* Volatile reads of what only atomic operations change are atomic reads: before and in a loop around a
 * compare and swap, through a cast and through a parameter.  Who waits by such a read waits.
 *
 * expect: offloaded=3 kept=K015
 */
#include <stdint.h>
#include <stdio.h>

#define N 4000
#define K 61
#define ONCE(place) (*(volatile __typeof__(place) *)&(place))

static uint64_t least[K], greatest[K], weight[N];
static int level[N], reached, order, turns[2];

static void keep_least(uint64_t *place, uint64_t value)
{
  uint64_t old = *(volatile uint64_t *)place;

  while (value < old) {
    uint64_t seen = __sync_val_compare_and_swap(place, old, value);

    if (seen == old)
      break;
    old = seen;
  }
}

static void keep_greatest(volatile uint64_t *place, uint64_t value)
{
  uint64_t old = *place;

  while (value > old && !__sync_bool_compare_and_swap(place, old, value))
    old = *place;
}

int main(void)
{
  uint64_t sum = 0;

  for (int k = 0; k < K; k++)
    least[k] = UINT64_MAX;
  for (int i = 0; i < N; i++) {
    weight[i] = (uint64_t)(i * 7919 % 5003) << 32 | (unsigned)i;
    level[i] = -1;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    keep_least(&least[i % K], weight[i]);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    keep_greatest(&greatest[i * 3 % K], weight[i]);
#pragma omp parallel for reduction(+ : reached)
  for (int i = 0; i < N; i++) {
    int next = i * 17 % (N / 2);

    if (ONCE(level[next]) == -1 && __sync_bool_compare_and_swap(&level[next], -1, 2))
      reached++;
  }
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    do {
      while (ONCE(order))
        ;
    } while (!__sync_bool_compare_and_swap(&order, 0, 1));
    turns[i % 2] += i;
    __sync_lock_release(&order);
  }
  for (int k = 0; k < K; k++)
    sum += least[k] * 3 + greatest[k];
  for (int i = 0; i < N; i++)
    sum += level[i] * i;
  printf("%llu %d %d\n", (unsigned long long)sum, reached, turns[0] + turns[1]);
  return 0;
}
