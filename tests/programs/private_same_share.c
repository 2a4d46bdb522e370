/* With equal static schedules a thread finds in the second loop what it stored in the first: the region stays.
 * expect: offloaded=1 kept=K014,K014 */
#include <stdio.h>

#define N 60

static int a[N], b[N];

int main(void)
{
  int i, sum = 0;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = i * 3;
#pragma omp parallel private(i)
  {
    int own[N];

#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      own[i] = a[i] + 1;
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      b[i] = own[i];
  }
  for (i = 0; i < N; i++)
    sum += b[i] * (i + 1);
  printf("%d\n", sum);
  return 0;
}
