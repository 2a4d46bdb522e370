/* Lastprivate scalars, also of the counter, and firstprivate with lastprivate.  expect: offloaded=2 */
#include <stdio.h>

#define N 60

static int a[N];

int main(void)
{
  int i, last = -1;
  double value = 1.5;

#pragma omp parallel for lastprivate(i, last)
  for (i = 0; i < N; i += 7) {
    a[i] = i * 2;
    last = a[i] + 1;
  }
  printf("%d %d\n", i, last);
#pragma omp parallel for firstprivate(value) lastprivate(value)
  for (i = 0; i < N; i++) {
    value = i * 0.5;
    a[i] = (int)value;
  }
  printf("%.12g %d %d\n", value, a[3], a[N - 1]);
  return 0;
}
