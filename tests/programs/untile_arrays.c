/* Blocks with an array, or a structure, that goes from one iteration of their loop to the next.
 * expect: offloaded=2 */
#include <stdio.h>

#define N 6000
#define STEP 500

struct state { int sum, last; };

static int a[N], x[N], y[N];

int main(void)
{
  long sum = 0;

  for (int i = 0; i < N; i++)
    a[i] = i * 7 % 31;
#pragma omp parallel for
  for (int b = 0; b < N / STEP; b++) {
    int seen[31] = {0};
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      x[i] = seen[a[i]];
      seen[a[i]]++;
    }
  }
#pragma omp parallel for
  for (int b = 0; b < N / STEP; b++) {
    struct state s = {1, 2};
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      y[i] = s.sum + s.last;
      s.sum += a[i] % 3;
      s.last = a[i];
    }
  }
  for (int i = 0; i < N; i++)
    sum += (i % 11 + 1) * (x[i] + 3L * y[i]);
  printf("%ld\n", sum);
  return 0;
}
