/* A chunk is one thread's, in order: values pass from its first iteration on.  expect: offloaded=1 kept=K014,K014
 * flags: -Wno-maybe-uninitialized */
#include <stdio.h>

#define N 64

static int a[N], b[N];

int main(void)
{
  int i, first = 0, line[4] = {0};

#pragma omp parallel for private(first) schedule(static, 4)
  for (i = 0; i < N; i++) {
    if (i % 4 == 0)
      first = i * i;
    a[i] = first - i;
  }
#pragma omp parallel for private(line) schedule(dynamic, 2)
  for (i = 0; i < N; i++) {
    line[i % 2] = a[i];
    b[i] = i % 2 ? line[0] + line[1] : 0;
  }
#pragma omp parallel for private(first) schedule(static, 4)
  for (i = 0; i < N; i++) {
    first = b[i];
    a[i] += first;
  }
  for (i = 0; i < N; i += 9)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
