/* A team of one runs the iterations of orphaned loops in order, and these programs need that: each loop uses what the
 * iteration before it stored, behind the loop what the last one stored, or the order of updates.
 * expect: offloaded=0 kept=K001,K001,K001,K001,K001,K001,K014 */
#include <stdio.h>

#define N 50

static int a[N], b[N], order[N], next, last;

static void chain(void)
{
#pragma omp for
  for (int i = 1; i < N; i++)
    a[i] = a[i] + 3 * a[i - 1] % 101;
}

static int remembered(void)
{
  int seen = 0, i;

#pragma omp for
  for (i = 0; i < N; i++) {
    seen = a[i];
    b[i] = seen + 1;
  }
  return seen;
}

static int *pointed(int *where)
{
  int own = 5, *to = &own, i;

#pragma omp for
  for (i = 0; i < N; i++) {
    own = a[i];
    b[i] += own;
  }
  *where = *to;
  return where;
}

static void before(void)
{
  int previous[2] = {0}, i;

#pragma omp for private(previous)
  for (i = 0; i < N; i++) {
    if (i > 0)
      b[i] += previous[(i - 1) % 2];
    previous[i % 2] = a[i];
  }
}

static void shared(void)
{
#pragma omp for
  for (int i = 0; i < N; i++) {
    last = a[i];
    b[i] -= last;
  }
}

static void scattered(const int *to)
{
#pragma omp for
  for (int i = 0; i < N; i++)
    b[to[i]] = i;
}

static void counted(void)
{
#pragma omp for
  for (int i = 0; i < N; i++) {
    int mine;
#pragma omp atomic capture
    mine = next++;
    order[mine] = i;
  }
}

int main(void)
{
  int to[N], kept;

  for (int i = 0; i < N; i++) {
    a[i] = i % 13;
    to[i] = i * i % 17;
  }
  chain();
  printf("%d\n", a[N - 1]);
  printf("%d", remembered());
  printf(" %d\n", *pointed(&kept));
  before();
  shared();
  scattered(to);
  counted();
  printf("%d %d %d %d %d\n", b[4], b[N - 1], last, next, order[N - 1]);
  return 0;
}
