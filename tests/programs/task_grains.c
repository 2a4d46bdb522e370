/* Loops of tasks with as many iterations in a task as there are, beside loops that can be offloaded,
 * and copies of what all threads have.
 * expect: offloaded=4 kept=K014,K014 */
#include <stdio.h>
#define N 200
int one = 1, many = 1 << 30;
static int a[N], b[N], c[N], d[N];
int main(void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop
    for (int i = 0; i < N; i++)
      a[i] = i % 7;
#pragma omp taskloop num_tasks(one)
    for (int i = 1; i < N; i++)
      a[i] = (a[i - 1] * 3 + a[i]) % 1001;
#pragma omp taskloop num_tasks(one)
    for (int i = 0; i < N; i++)
      b[i] = a[i] + 1;
#pragma omp taskloop grainsize(many)
    for (unsigned i = 1; i < sizeof a / sizeof *a; i++)
      c[i] = c[i - 1] + b[i];
#pragma omp taskloop grainsize(many)
    for (int i = N - 1; i > 0; i--)
      d[i] = c[i] - a[i];
    for (int t = 0; t < 3; t++) {
#pragma omp taskloop firstprivate(t)
      for (int i = 0; i < N; i++)
        d[i] += b[i] * t;
    }
  }
  for (int i = 0; i < N; i++)
    printf("%d %d %d %d\n", a[i], b[i], c[i], d[i]);
  return 0;
}
