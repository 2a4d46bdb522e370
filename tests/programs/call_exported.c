/* Code that is not seen may call an exported function back, with other arguments than it got itself.
   expect: offloaded=1
   flags: -std=gnu11 -Wall -Wextra -Werror -rdynamic */
#include <sched.h>
#include <stdio.h>

static int n = 48;
static float field[48 * 48];

void damp(float *v);

void damp(float *v)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      v[n * j + i] *= 0.5f;
}

int main(void)
{
  for (int i = 0; i < n * n; i++)
    field[i] = (float)(i % 7);
  if (sched_get_priority_max(n) == 1234)
    return 1;
  damp(field);
  double sum = 0;
  for (int i = 0; i < n * n; i++)
    sum += field[i];
  printf("%.1f\n", sum);
  return 0;
}
