/* A thread's own count decides in the loop, before it grows, so that more threads would find less:
 * expect: offloaded=0 kept=K014
 */
#include <stdio.h>

enum { N = 40000 };
static int values[N], total, most;

static void find(void) {
#pragma omp parallel
  {
    int mine = 0, top = 0;
#pragma omp for
    for (int i = 0; i < N; i++) {
      if (mine > 9000)
        top = 3;
      mine += values[i];
    }
#pragma omp critical
    {
      total += mine;
      if (top > most)
        most = top;
    }
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    values[i] = 1;
  find();
  printf("%d %d\n", total, most);
  return 0;
}
