/* `masked` for the first thread is `master`; for another one it keeps its region.
 * expect: offloaded=3 kept=K001 */
#include <stdio.h>

#define N 1000

static double a[N], b[N];

int main(void)
{
  double s = 0;
  int steps = 0, mark = 0;

  for (int t = 0; t < 4; t++) {
#pragma omp parallel
    {
#pragma omp for
      for (int i = 0; i < N; i++)
        a[i] = b[i] * 0.5 + i + steps;
#pragma omp masked
      {
        b[0] = a[5] + t;
        steps++;
      }
#pragma omp barrier
#pragma omp for
      for (int i = 1; i < N; i++)
        b[i] = a[i] + b[0];
#pragma omp masked filter(0)
      s += a[7] + b[9];
    }
    a[3] = s;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
      s += a[i] - b[i];
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(mark)
    a[0] = 5;
#pragma omp barrier
#pragma omp for
    for (int i = 1; i < N; i++)
      a[i] += a[0];
  }
  printf("%.10g %.10g %d %d\n", s, a[N - 1], steps, mark);
  return 0;
}
