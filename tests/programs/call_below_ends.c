/* Loops that go down from a pointer, how far is known only while they run: it may be the end of an array, where
   another one begins.

   Then the loop is not launched; it is where the pointer leads into an array.
   expect: offloaded=4
*/
#include <stdio.h>

enum { N = 256 };

static int a[N], b[N], c[N], steps[N], back[N];

static void subscripts(const int *end, int *to) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    to[i] = end[-steps[i]] + end[-(long)steps[i] / 2 - 1];
}

static void down(const int *end, int *to) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const int *p = end;
    int sum = 0;
    for (int k = 0; k < steps[i]; k++)
      sum = (sum * 3 + *--p) % 1009;
    to[i] = sum;
  }
}

static void differences(const int *end, int *to) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    to[i] = (to[i] + *(end - steps[i])) % 1009;
}

static void by_data(const int *end, int *to) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    to[i] = (to[i] * 5 + end[back[i]]) % 1009;
}

int main(void) {
  int *arrays[] = {a, b, c}, to[N];
  for (int i = 0; i < N; i++) {
    a[i] = i;
    b[i] = 1000 + i * 3;
    c[i] = 5000 - i;
    steps[i] = 1 + i * 7 % (N / 2);
    back[i] = -steps[i];
  }
  for (int k = 0; k < 6; k++) {
    const int *end = arrays[k % 3] + (k < 3 ? N : N - 2);
    long sum = 0;
    subscripts(end, to);
    for (int i = 0; i < N; i++)
      sum = (sum * 31 + to[i]) % 1000003;
    down(end, to);
    differences(end, to);
    by_data(end, to);
    for (int i = 0; i < N; i++)
      sum = (sum * 31 + to[i]) % 1000003;
    printf("%ld\n", sum);
  }
  return 0;
}
