/* `lastprivate(conditional: x)`: the value of the last iteration that has assigned one.

   The loop stays on the CPU; a loop beside it doesn't.
   expect: offloaded=1 kept=K002
*/
#include <stdio.h>

enum { N = 50 };

static int x[N], y[N];

int main(void) {
  int last = 0, seen = 0;
  for (int i = 0; i < N; i++)
    x[i] = i * 7 % 23;
#pragma omp parallel for lastprivate(conditional : last) lastprivate(seen)
  for (int i = 0; i < N; i++) {
    if (x[i] == 5)
      last = i;
    seen = x[i];
    y[i] = seen + 1;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += x[i] * last;
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += y[i] * (i % 5);
  printf("%d %d %ld\n", last, seen, sum);
  return 0;
}
