/* Subscripts out of other arrays: gather, and scatter through a permutation.  expect: offloaded=2 */
#include <stdio.h>

#define N 101

static int order[N], back[N];
static double a[N], b[N];

int main(void)
{
  int i;

  for (i = 0; i < N; i++) {
    order[i] = (i * 37 + 5) % N;
    a[i] = 0.5 * i;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    back[order[i]] = i;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    b[i] = a[order[back[i]]] + a[order[order[i]]];
  for (i = 0; i < N; i += 10)
    printf("%d %.12g\n", back[i], b[i]);
  return 0;
}
