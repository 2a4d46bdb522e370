/* Sums, extremes and products by compare and swap, tried again until nobody else has changed the object in between:
 * with GCC's functions of both families, through functions, and on the bits of floating-point numbers.
 *
 * expect: offloaded=6
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 900, CELLS = 7 };

static float total[CELLS], weight[CELLS];
static double highest[CELLS], energy[CELLS];
static int lowest[CELLS], parity[CELLS];
static unsigned long product[CELLS];
static long attempts;

union word {
  float number;
  unsigned bits;
};

static bool swapped(int *at, int seen, int wanted)
{
  return __sync_bool_compare_and_swap(at, seen, wanted);
}

static void add(float *at, float value)
{
  union word seen, wanted;
  do {
    __atomic_load(at, &seen.number, __ATOMIC_RELAXED);
    wanted.number = seen.number + value;
  } while (!__sync_bool_compare_and_swap((unsigned *)at, seen.bits, wanted.bits));
}

static void raise(double *at, double value)
{
  uint64_t *bits = (uint64_t *)at, seen = __atomic_load_n(bits, __ATOMIC_RELAXED), held;
  do {
    held = seen;
    double known;
    uint64_t wanted;
    memcpy(&known, &held, sizeof known);
    if (known >= value)
      break;
    memcpy(&wanted, &value, sizeof wanted);
    seen = __sync_val_compare_and_swap(bits, held, wanted);
  } while (seen != held);
}

static void lower(int *at, int value)
{
  int seen = *at;
  while (value < seen) {
    const int found = __sync_val_compare_and_swap(at, seen, value);
    if (found == seen)
      break;
    seen = found;
  }
}

int main(void)
{
  for (int c = 0; c < CELLS; c++) {
    lowest[c] = 1 << 20;
    product[c] = 1;
  }
#pragma omp parallel for
  for (int i = 0; i < ROUNDS; i++) {
    add(&total[i % CELLS], 0.5f);
    raise(&highest[i * 3 % CELLS], (double)(i * 37 % 1001));
  }
#pragma omp parallel for
  for (int i = 0; i < ROUNDS; i++)
    lower(&lowest[i % CELLS], i * 53 % 997 + 3);
#pragma omp parallel for
  for (int i = 0; i < ROUNDS; i++) {
    int before;
    do {
      before = __atomic_load_n(&parity[i % CELLS], __ATOMIC_RELAXED);
    } while (!swapped(&parity[i % CELLS], before, before ^ i));
  }
#pragma omp parallel for
  for (int i = 0; i < ROUNDS; i++) {
    unsigned long old = __atomic_load_n(&product[i % CELLS], __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&product[i % CELLS], &old, old * 3, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
      __atomic_fetch_add(&attempts, 0, __ATOMIC_RELAXED);
  }
#pragma omp parallel for
  for (int i = 0; i < ROUNDS; i++) {
    double old, wanted;
    __atomic_load(&energy[i % CELLS], &old, __ATOMIC_RELAXED);
    do {
      wanted = old + 0.25;
    } while (!__atomic_compare_exchange(&energy[i % CELLS], &old, &wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  }
#pragma omp parallel for
  for (int i = 0; i < ROUNDS; i++) {
    float *at = &weight[i % CELLS];
    bool done = false;
    while (!done) {
      float seen, wanted;
      __atomic_load(at, &seen, __ATOMIC_RELAXED);
      wanted = seen + 2;
      done = __sync_bool_compare_and_swap((int *)at, *(int *)&seen, *(int *)&wanted);
    }
  }
  for (int c = 0; c < CELLS; c++)
    printf("%g %g %d %d %lu %g %g\n", total[c], highest[c], lowest[c], parity[c], product[c], energy[c], weight[c]);
  printf("%ld\n", attempts);
  return 0;
}
