/* Threadprivate arrays that called functions fill in part only: the rest is what the thread had, so the region stays.
 * expect: offloaded=2 kept=K014 */
#include <stdio.h>

#define N 40
#define M 6

static int line[M], prefix[M];
#pragma omp threadprivate(line, prefix)

static int a[N], b[N], c[N];

static void load(int i)
{
  int k;

  for (k = 1; k < M; k++)
    line[k] = i * k;
}

static void scan(int i, int *w)
{
  int k;

  for (k = 0; k < M; k++)
    w[k] = (k > 1 || i > 100) ? w[k - 1] + i : i;
}

static int sum(void)
{
  int k, s = 0;

  for (k = 0; k < M; k++)
    s += line[k];
  return s;
}

static int odd(int i)
{
  if (i % 2)
    prefix[0] = i;
  return prefix[0];
}

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    load(i);
    a[i] = sum();
  }
#pragma omp parallel for schedule(static)
  for (i = 0; i < N; i++)
    b[i] = i % 2 ? odd(i) : 0;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int own[M];

    scan(i, own);
    c[i] = own[M - 1];
  }
  for (i = 0; i < N; i += 7)
    printf("%d %d %d\n", a[i], b[i], c[i]);
  return 0;
}
