/* sections between loops, with all of their clauses: they run on the host, the loops on the device.
 * expect: offloaded=3 */
#include <stdio.h>

#define N 40

static int a[N], b[N];
static int left, right;

int main(void)
{
  int i, sum = 3, product = 1, last = 0, start = 10, scratch = 0, low = 100;

#pragma omp parallel private(i)
  {
    int own = 4;

#pragma omp sections
    {
#pragma omp section
      left = 5 + own;
#pragma omp section
      right = 7;
    }
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = left * i + right;
#pragma omp sections reduction(+ : sum) reduction(* : product) lastprivate(last) firstprivate(start) private(scratch) \
  reduction(min : low)
    {
      {
        scratch = 4;
        sum += scratch + a[1];
        product *= 3;
        start += scratch;
        last = start;
      }
#pragma omp section
      {
        int k;

        for (k = 0; k < 4; k++)
          sum += k * own;
        product *= 5;
        low = a[3] < low ? a[3] : low;
      }
#pragma omp section
      {
        scratch = a[2];
        sum += scratch;
        last = scratch + 1;
      }
    }
#pragma omp for
    for (i = 0; i < N; i++)
      b[i] = a[i] + last * sum + product;
#pragma omp sections nowait
    {
#pragma omp section
      left = 1;
    }
#pragma omp barrier
#pragma omp for
    for (i = 0; i < N; i++)
      b[i] += left;
  }
  printf("%d %d %d %d\n", sum, product, last, low);
  printf("%d %d %d\n", a[0], a[N - 1], b[7]);
  return 0;
}
