/* decide.c: what the run-time library costs programs whose loops stay on the CPU.
 *
 * Prints nanoseconds for a region's first decision, for one with the same features as before, for one with other
 * features, for the test before a host access, and for an allocation with and without the registry.
 *
 *   make -C mapper/runtime BUILD=build
 *   gcc -O2 -Imapper/runtime benchmarks/runtime/decide.c mapper/runtime/build/libmapper_rt.a \
 *       -fopenmp -ldl -lm -o decide
 *   ./decide
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "mapper_rt.h"

enum { FEATURES = 12, ALL = FEATURES + MRT_STATE_FEATURES + 4, CALLS = 2000000, BLOCKS = 1000000, REPEATS = 5 };

static double score(const double *f, char *path, mrt_size size) {
  mrt_path(path, size, "a tree of depth 5", 0, 0);
  if (f[16] <= 0.5)
    return f[17] <= 2 && f[18] > 1e6 && f[19] > 7 ? 1 : -1;
  return f[0] <= 1e9 || f[1] <= 3 ? -1 : 1;
}

static void combine(double *f, const double *weights) {
  (void)weights;
  f[16] = f[5] / (f[0] + f[3] + 1);
  f[17] = f[4] / (f[3] + 1);
  f[18] = f[6] / (f[3] + 1) * f[7];
  f[19] = f[0] / (f[3] + 1);
}

static const char *const source[] = {"", NULL};
static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                    "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", NULL};
static const struct mrt_model models[] = {{"none", score, {MRT_BY_REGION, 0.2, 0}, "", "", NULL}};
static struct mrt_program program = {MRT_ABI, "decide.c", source, 0, NULL, names, FEATURES, ALL,
                                     models,  1,          combine, NULL, NULL, NULL, NULL};
static struct mrt_region region = {"decide_main_1", "decide.c", 1, 1, &program, NULL, NULL};
static struct mrt_region second = {"decide_main_2", "decide.c", 2, 1, &program, NULL, NULL};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds of one region that stays on the CPU, `step` being what a feature changes by from call to call. */
static double region_cost(double step) {
  double features[FEATURES] = {100, 2, 3, 50, 40, 800, 0, 1000, 5, 6, 7, 8};
  double start = now();
  for (int i = 0; i < CALLS; i++) {
    struct mrt_run run;
    mrt_enter(&run, &region, features, NULL);
    if (run.device && mrt_begin(&run))
      abort();
    mrt_leave(&run);
    features[0] += step;
  }
  return (now() - start) / CALLS;
}

static double host_cost(void) {
  double start = now();
  for (int i = 0; i < CALLS; i++) {
    MRT_HOST(&start, MRT_READ);
    __asm__ volatile("" ::: "memory");
  }
  return (now() - start) / CALLS;
}

/* Nanoseconds of one allocation and one free, with BLOCKS small blocks alive. */
static double block_cost(void *(*allocate)(size_t), void (*release)(void *)) {
  static void *blocks[BLOCKS];
  double start = now();
  for (int i = 0; i < BLOCKS; i++)
    blocks[i] = allocate(16u + (unsigned)i % 7 * 16);
  for (int i = 0; i < BLOCKS; i++)
    release(blocks[(i * 7919ll) % BLOCKS]);
  return (now() - start) / BLOCKS;
}

static void *registered(size_t size) { return mrt_malloc(size); }

/* Nanoseconds of a region's first decision. */
static double first_cost(struct mrt_region *fresh) {
  double features[FEATURES] = {1}, start = now();
  struct mrt_run run;
  mrt_enter(&run, fresh, features, NULL);
  mrt_leave(&run);
  return now() - start;
}

int main(void) {
  free(malloc(100)); /* the heap's own first use is not the library's */
  double of_program = first_cost(&region), of_region = first_cost(&second);
  printf("first decision   %8.0f ns   of another region %6.0f ns\n", of_program, of_region);
  for (int i = 0; i < REPEATS; i++)
    printf("same features    %8.1f ns   other features %8.1f ns   host access %6.2f ns\n", region_cost(0),
           region_cost(1), host_cost());
  for (int i = 0; i < REPEATS; i++)
    printf("malloc and free  %8.1f ns   with registry  %8.1f ns\n", block_cost(malloc, free),
           block_cost(registered, mrt_free));
  return 0;
}
