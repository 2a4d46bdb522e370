/* Pointers to before an automatic array, used from a first index on: what lies below belongs to other frames.
 * expect: offloaded=2 */
#include <stdio.h>

enum { N = 64 };

static void doubled(int *v, int n, int first)
{
#pragma omp parallel for
  for (int i = first; i < n + first; i++)
    v[i] = 2 * v[i] + 1;
}

static void added(int *to, const int *from, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] += from[i + N];
}

static long sum(int n, int first)
{
  int v[n], w[n];
  long sum = 0;
  for (int i = 0; i < n; i++)
    v[i] = w[i] = i + first;
  doubled(v - first, n, first);
  added(w, v - N, n);
  doubled(v - first, n, first);
  for (int i = 0; i < n; i++)
    sum += (i + 1) * (v[i] - 3L * w[i]);
  return sum;
}

int main(void)
{
  int all[N], more[2 * N];
  for (int i = 0; i < N; i++)
    all[i] = more[i] = more[i + N] = i;
  for (int first = 0; first < 200; first += 33)
    printf("%ld ", sum(40 + first, first));
  added(all, more, N);
  for (int first = 0; first < 200; first += 33)
    doubled(all - first, N, first);
  for (int i = 0; i < N; i++)
    printf("%d ", all[i]);
  printf("\n");
  return 0;
}
