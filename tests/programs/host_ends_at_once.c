/* The program ends while its last kernel may still be running, or being compiled.  expect: offloaded=1 */
#include <stdio.h>

#define N 1000

static double a[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = a[i] + i;
  puts("done");
  return 0;
}
