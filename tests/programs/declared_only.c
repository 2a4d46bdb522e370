/* Functions that would keep loops on the CPU are declared, but nothing calls them.  expect: offloaded=1 */
#include <stdio.h>

extern int fesetround(int direction);
extern int fetestexcept(int which);
extern void makecontext(void *context, void (*function)(void), int arguments, ...);

#define N 300

static double a[N];

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = i / 3.0;

  double sum = 0.0;
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 7);
  printf("%.6f\n", sum);
  return 0;
}
