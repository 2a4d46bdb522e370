/* A called function that reads and writes file-scope variables and arrays itself.  expect: offloaded=1 */
#include <stdio.h>

#define N 44

static int table[N];
static int output[N];
static int shift = 3;

static void store(int i)
{
  output[(i + shift) % N] = table[i] * shift;
}

int main(void)
{
  int i;

  for (i = 0; i < N; i++)
    table[i] = i + 100;
  for (shift = 1; shift < 4; shift++) {
#pragma omp parallel for
    for (i = 0; i < N; i++)
      store(i);
    printf("%d %d %d\n", output[0], output[1], output[N - 1]);
  }
  return 0;
}
