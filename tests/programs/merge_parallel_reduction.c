/* reduction on parallel: loops and replicated code add to it.  expect: offloaded=6 */
#include <stdio.h>

#define N 500

static int a[N];

static int total(int from)
{
  int i, sum = 7, top = from;

#pragma omp parallel default(shared) private(i) reduction(+ : sum) reduction(max : top)
  {
    int mine = 0;

#pragma omp for nowait
    for (i = from; i < N; i++)
      sum += a[i];
#pragma omp for nowait
    for (i = from; i < N; i++)
      sum -= a[i] / 2;
#pragma omp for
    for (i = 0; i < from; i++) {
      mine += a[i];
      if (a[i] > top)
        top = a[i];
    }
    sum += 3 * mine;
  }
  return sum * 1000 + top;
}

int main(void)
{
  int i, bits = 64, product = 3;

  for (i = 0; i < N; i++)
    a[i] = i * 7 % 23;
  printf("%d %d\n", total(0), total(100));
#pragma omp parallel reduction(| : bits) reduction(* : product) num_threads(2)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      bits |= a[i];
  }
  printf("%d %d\n", bits, product);
#pragma omp parallel reduction(| : bits) reduction(* : product)
  {
#pragma omp for
    for (i = 0; i < 5; i++)
      product *= a[i] + 1;
    bits |= 128;
#pragma omp for
    for (i = 0; i < N; i++)
      bits |= a[i] << 8;
  }
  printf("%d %d\n", bits, product);
  return 0;
}
