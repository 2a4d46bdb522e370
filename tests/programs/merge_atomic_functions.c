/* Threads' own sums that atomic functions and `_Atomic` variables collect: behind loops of regions and of functions
 * that regions call, under conditions, in members, for differences and masks; beside one that counts threads.
 * expect: offloaded=6 */
#include <stdatomic.h>
#include <stdio.h>

#define N 900

struct tally {
  long sum;
  unsigned mask;
};

static int a[N];
static atomic_long whole;
static _Atomic unsigned seen;
static struct tally tally;

static void collect(struct tally *to, int factor)
{
  long mine = 0;
  unsigned bits = 0;
  int i;

#pragma omp for nowait
  for (i = 0; i < N; i++) {
    mine += (long)factor * a[i];
    bits |= 1u << a[i] % 31;
  }
  __atomic_fetch_add(&to->sum, mine, __ATOMIC_RELAXED);
  __sync_fetch_and_or(&to->mask, bits);
#pragma omp barrier
}

int main(void)
{
  long total = 7, left = 100000, threads = 0;
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = i * 7 % 31;
#pragma omp parallel private(i)
  {
    long mine = 0, odd = 0;

#pragma omp for
    for (i = 0; i < N; i++) {
      mine += a[i];
      if (a[i] % 2)
        odd++;
    }
    __sync_fetch_and_add(&total, mine);
    if (odd > 0)
      __sync_sub_and_fetch(&left, odd);
    whole += mine + 2 * odd;
  }
  printf("%ld %ld %ld\n", total, left, (long)whole);
#pragma omp parallel
  {
    unsigned own = 0;

    collect(&tally, 3);
#pragma omp for
    for (int k = 0; k < N; k += 5)
      own |= 1u << a[k] % 7;
    seen |= own;
  }
  printf("%ld %x %x\n", tally.sum, tally.mask, (unsigned)seen);
#pragma omp parallel
  {
    long few = 0;

#pragma omp for
    for (int k = 0; k < N; k++)
      a[k] += 2;
#pragma omp for
    for (int k = 0; k < N; k++)
      few += a[k] > 30;
    atomic_fetch_add_explicit(&whole, few, memory_order_relaxed);
    __sync_fetch_and_add(&threads, 1);
  }
  printf("%ld %d\n", (long)whole, threads > 0);
  return 0;
}
