/* A coroutine's stack is a block of the heap: what is copied back of it would hold old frames.
 * expect: offloaded=0 kept=K026,K026 */
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#define N 512
#define STACK (1 << 20)

static ucontext_t outside, inside;
static double shared[N];

static void body(void)
{
  double mine[N];

  for (int i = 0; i < N; i++)
    mine[i] = i;
  for (int r = 0; r < 4; r++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      mine[i] += shared[i] + r;
      shared[i] = mine[i] * r;
    }
    swapcontext(&inside, &outside);
    mine[r] += 100;
  }
}

int main(void)
{
  char *stack = malloc(STACK);

  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = STACK;
  inside.uc_link = &outside;
  makecontext(&inside, body, 0);
  for (int r = 0; r < 4; r++) {
    double s = 0;

    swapcontext(&outside, &inside);
    for (int i = 0; i < N; i++)
      s += shared[i];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      shared[i] += r;
    printf("%.10g\n", s);
  }
  free(stack);
  return 0;
}
