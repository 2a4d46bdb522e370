/* Scratch memory that is touched in one loop alone, in ways that can't be followed: nothing can be carried.
 * expect: offloaded=1 */
#include <stdio.h>

#define N 70

static int a[N];

static void fill(int *line, int from)
{
  int k;

  for (k = 0; k < 6; k++)
    line[(from + k) % 6] = from * k;
}

int main(void)
{
  int i, k;

#pragma omp parallel private(i, k)
  {
    int line[6];

#pragma omp for
    for (i = 0; i < N; i++) {
      fill(line, i);
      a[i] = 0;
      for (k = 0; k < 6; k++)
        a[i] += line[k] * k;
    }
  }
  for (i = 0; i < N; i += 9)
    printf("%d\n", a[i]);
  return 0;
}
