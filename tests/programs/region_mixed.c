/* A region with a loop that is kept between loops that are offloaded: data go both ways.
 * expect: offloaded=2 kept=K004 */
#include <stdio.h>
#include <stdlib.h>

#define N 36

static int a[N], b[N];
static char text[N][16];

int main(void)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = 11 * i;
#pragma omp for
    for (i = 0; i < N; i++) {
      snprintf(text[i], sizeof text[i], "%d", a[i]);
      b[i] = atoi(text[i]) + 1;
    }
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] += b[N - 1 - i];
  }
  for (i = 0; i < N; i += 5)
    printf("%d %d %s\n", a[i], b[i], text[i]);
  return 0;
}
