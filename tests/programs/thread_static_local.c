/* A threadprivate variable that is static in the function with the loop, and one of structure type.
 * expect: offloaded=2 */
#include <stdio.h>

#define N 33

struct pair {
  int first, second;
};

static struct pair work;
#pragma omp threadprivate(work)

static int a[N], b[N];

static void sort(int i)
{
  work.first = (i * 7) % 11;
  work.second = (i * 5) % 13;
  if (work.first > work.second) {
    int t = work.first;

    work.first = work.second;
    work.second = t;
  }
}

static void run(void)
{
  static int own[2];
#pragma omp threadprivate(own)
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    own[0] = i;
    own[1] = N - i;
    a[i] = own[i % 2];
  }
}

int main(void)
{
  int i;

  run();
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    sort(i);
    b[i] = work.first * 100 + work.second;
  }
  for (i = 0; i < N; i += 5)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
