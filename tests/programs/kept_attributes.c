/* Attributes in regions and in functions that regions call, without which the code would not mean the same.
 * expect: offloaded=2 kept=K018,K018,K018
 * flags: -Wno-pedantic */
#include <stdio.h>
#include <string.h>

#define N 40

static int a[N];
static int ended;

static int second(const void *bytes)
{
  int value;

  memcpy(&value, (const char *)bytes + 1, sizeof value);
  return value;
}

static void count_end(const int *at)
{
  ended += *at;
}

static void add(int part)
{
  __attribute__((cleanup(count_end))) int local = part;

#pragma omp for
  for (int i = 0; i < N; i++)
    a[i] += part;
  local++;
}

int main(void)
{
  int sum = 0;

#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] = i;
#pragma omp single
    {
      struct __attribute__((packed)) Pair {
        char tag;
        int value;
      } pair = {1, 77};

      sum += second(&pair) + (int)sizeof pair;
    }
  }
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] *= 3;
#pragma omp single
    {
      char aligned __attribute__((aligned(64))) = 3;

      sum += (int)((unsigned long)&aligned % 64) + aligned;
    }
  }
#pragma omp parallel num_threads(2 - 1)
  {
    add(5);
  }
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] += 1;
#pragma omp single
    {
      char plain __attribute__((unused)) = 3;

      sum += a[2];
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] += 2;
  }
  printf("%d %d %d\n", sum, a[N - 1], ended);
  return 0;
}
