/* The compiler's atomic functions, on variables, elements, members and objects behind pointers; its functions of bits.
 *
 * expect: offloaded=4 kept=K015
 */
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

struct tally {
  long sum;
  unsigned mask;
};
static unsigned histogram[65];
static atomic_long done;
static _Atomic int other;
static int turn;

static void note(struct tally *t, int i)
{
  __atomic_add_fetch(&t->sum, i, __ATOMIC_RELAXED);
  __atomic_fetch_or(&t->mask, 1u << i % 32, __ATOMIC_SEQ_CST);
}

int main(void)
{
  struct tally tally = {5, 0}, *t = &tally;
  static int place[300];
  int used = 0, left = 300;
  unsigned long bits = 0;
#pragma omp parallel for
  for (int i = 0; i < 300; i++) {
    unsigned long x = (unsigned long)i * 0x9e3779b97f4a7c15u;
    __builtin_prefetch(&place[i]);
    note(t, i);
    __sync_fetch_and_add(&histogram[64 - __builtin_clzl(x | 1)], 1);
    atomic_fetch_add(&done, 2);
    place[__atomic_fetch_add(&used, 1, __ATOMIC_RELAXED)] = i;
    (void)__sync_sub_and_fetch(&left, 1);
  }
#pragma omp parallel for reduction(+ : bits)
  for (int i = 1; i < 300; i++) {
    unsigned x = (unsigned)i * 2654435761u << i % 9;
    uint64_t y = (uint64_t)x << i % 31;
    bits += __builtin_ctz(x) + __builtin_ctzl(y) * 3 + __builtin_ffs((int)x) * 5 + __builtin_parity(x);
    bits += __builtin_bswap32(x) ^ (__builtin_bswap64(y) >> 7) ^ __builtin_bswap16((uint16_t)x);
    if (__builtin_expect(x == 0, 0))
      __builtin_unreachable();
  }
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 300; i++)
    sum += place[i] + histogram[i % 65];
  printf("%ld %u %ld %d %d %ld %lu\n", tally.sum, tally.mask, atomic_load(&done), used, left, sum, bits);
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    other += i;
#pragma omp parallel for schedule(static, 1) num_threads(2)
  for (int i = 0; i < 2; i++) {
    while (__sync_fetch_and_add(&turn, 0) < 0)
      ;
    __sync_fetch_and_add(&turn, 1);
  }
  printf("%d %d\n", other, turn);
  return 0;
}
