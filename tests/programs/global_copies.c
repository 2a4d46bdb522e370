/* Threads have copies of global variables, and functions that loops call see the variables themselves.
 * expect: offloaded=7 kept=K014,K014 */
#include <stdio.h>

#ifdef _OPENMP
#define COPY(declaration)
#else
#define COPY(declaration) declaration;
#endif

#define N 200

static int level = 40, depth = 3, other = 5;
static int a[N], b[N];

static int global_level(void) { return level; }
static int given_level(int of) { return of * 2 + other; }
static int by_depth(int i)
{
  int sum = 0;
  for (int k = 0; k < depth; k++)
    sum += i + k;
  return sum;
}

static void add_level(int *x)
{
#pragma omp for
  for (int i = 0; i < N; i++)
    x[i] += level;
}

static long sum(void)
{
  long all = 0;
  for (int i = 0; i < N; i++)
    all = all * 7 % 1000003 + a[i] + 3 * b[i];
  return all;
}

int main(void)
{
#pragma omp parallel private(level)
  {
    COPY(int level)
    level = 2;
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] = level * i + global_level();
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = level + given_level(level);
  }
  printf("%ld\n", sum());
#pragma omp parallel firstprivate(depth)
  {
    COPY(int depth = 3)
    depth += 4;
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] += depth * by_depth(i);
  }
  printf("%ld\n", sum());
#pragma omp parallel private(level)
  {
    COPY(int level)
    level = 9;
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] += level;
    add_level(a);
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] -= level;
    add_level(b);
  }
  printf("%ld\n", sum());
#pragma omp parallel for private(level)
  for (int i = 0; i < N; i++) {
    COPY(int level)
    level = i;
    a[i] += level * global_level();
  }
#pragma omp parallel for firstprivate(other)
  for (int i = 0; i < N; i++)
    a[i] += other + given_level(i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[i] += global_level() + by_depth(i);
  printf("%ld %d %d\n", sum(), level, depth);
  return 0;
}
