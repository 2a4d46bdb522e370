/* A struct with arrays that a device wrote is copied and passed by value.  expect: offloaded=1 */
#include <stdio.h>

#define N 16

struct state {
  int step;
  double value[N];
};

static struct state state;

static double sum(struct state s)
{
  double total = s.step;
  int i;

  for (i = 0; i < N; i++)
    total += s.value[i];
  return total;
}

int main(void)
{
  struct state saved;
  int i, round;

  for (round = 0; round < 3; round++) {
    state.step++;
#pragma omp parallel for
    for (i = 0; i < N; i++)
      state.value[i] += state.step * i;
    saved = state;
    printf("%.12g %.12g\n", sum(state), saved.value[N - 1]);
    state.value[0] = saved.value[3];
  }
  return 0;
}
