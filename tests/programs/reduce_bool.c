/* Reductions of truth values: by all operators that leave them truth values, and merged by `critical`.
   expect: offloaded=3 */
#include <stdbool.h>
#include <stdio.h>

#define N 1000

static int a[N];

int main(void)
{
  for (int t = 0; t < 3; t++) {
    bool any = false, all = true, odd = t;
    _Bool bits = 0, both = 1;
    for (int i = 0; i < N; i++)
      a[i] = i * (t + 1) % 101;
#pragma omp parallel for reduction(|| : any) reduction(&& : all)
    for (int i = 0; i < N; i++) {
      any = any || a[i] == 100 - t * 60;
      all = all && a[i] + t < 101;
    }
#pragma omp parallel for reduction(^ : odd) reduction(| : bits) reduction(& : both)
    for (int i = 0; i < N - t; i++) {
      odd ^= a[i] & 1;
      bits |= a[i] & 64;
      both &= a[i] >= 0;
    }
    bool done = true;
#pragma omp parallel
    {
      bool mine = true;
#pragma omp for nowait
      for (int i = 0; i < N; i++)
        if (a[i] > 99 + t)
          mine = false;
#pragma omp critical
      done = done && mine;
    }
    printf("%d %d %d %d %d %d\n", any, all, odd, bits, both, done);
  }
  return 0;
}
