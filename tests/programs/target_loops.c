/* Loops for a target device: they mean what parallel loops do, unless they change a copy of a scalar.
 * expect: offloaded=13 kept=K001,K001,K001 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 60 };

static double a[N][N], b[N][N], c[N][N];

#pragma omp declare target
static double twice(double x) { return 2 * x; }
#pragma omp end declare target

int main(void)
{
  double *x = malloc(N * sizeof(double)), sum = 0.0, most = -1.0, scale = 0.5, check = 0.0;
  int i, j, last = 0, found = 7;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      a[i][j] = i - j;
      b[i][j] = i * j % 7;
    }

#pragma omp target teams distribute parallel for collapse(2) map(to : a, b) map(from : c) num_teams(8) thread_limit(64)
  for (int p = 0; p < N; p++)
    for (int q = 0; q < N; q++) {
      double s = 0;
      for (int k = 0; k < N; k++)
        s += a[p][k] * b[k][q];
      c[p][q] = twice(s);
    }

#pragma omp target data map(tofrom : x[0 : N])
  {
#pragma omp target teams distribute parallel for simd device(0) if (target : N > 10)
    for (i = 0; i < N; i++)
      x[i] = c[i][i] * scale;

#pragma omp target teams distribute parallel for reduction(+ : sum) reduction(max : most) map(tofrom : sum, most)
    for (int p = 0; p < N; p++) {
      sum += x[p];
      most = x[p] > most ? x[p] : most;
    }

#pragma omp target update from(x[0 : N])
  }

#pragma omp parallel loop
  for (int p = 0; p < N; p++)
    x[p] *= 2;

#pragma omp target parallel for private(j) firstprivate(scale)
  for (i = 0; i < N; i++)
    for (j = 0; j < 3; j++)
      x[i] += scale;

#pragma omp target teams loop bind(teams)
  for (int p = 0; p < N; p++)
    x[p] -= 1;

#pragma omp teams distribute parallel for
  for (int p = 0; p < N; p++)
    c[0][p] += x[p];

  /* Teams, and the threads of each. */
#pragma omp target teams distribute map(tofrom : c)
  for (int p = 0; p < N; p++) {
#pragma omp parallel for
    for (int q = 0; q < N; q++)
      c[p][q] += p;
  }

#pragma omp target teams distribute parallel for lastprivate(last) map(from : last)
  for (int p = 0; p < N; p++)
    last = p * 3;

  /* Constructs one in the other. */
#pragma omp target map(tofrom : c)
#pragma omp teams num_teams(4)
#pragma omp distribute parallel for collapse(2)
  for (int p = 0; p < N; p++)
    for (int q = 0; q < N; q++)
      c[p][q] -= 2 * q;
#pragma omp target teams map(tofrom : most) reduction(max : most)
  {
#pragma omp distribute parallel for reduction(max : most)
    for (int p = 0; p < N; p++)
      most = c[p][p] > most ? c[p][p] : most;
  }

  /* Each target has a `found` of its own. */
#pragma omp target parallel for
  for (int p = 0; p < N; p++)
    if (p == 5) {
      found = p;
      x[p] += found;
    }

#pragma omp target teams distribute parallel for nowait depend(inout : x[0])
  for (int p = 0; p < N; p++)
    x[p] += 1;
#pragma omp taskwait

  /* What `defaultmap` says: two targets have copies of arrays, two have the scalar itself. */
#ifdef _OPENMP
#pragma omp target teams distribute parallel for defaultmap(firstprivate)
  for (int p = 0; p < N; p++)
    b[p][0] = 3 * p;
#pragma omp target teams loop defaultmap(firstprivate : aggregate)
  for (int p = 0; p < N; p++)
    b[p][1] = 4 * p;
#endif
  found = 0;
#pragma omp target parallel for defaultmap(tofrom : scalar)
  for (int p = 0; p < N; p++)
#pragma omp atomic
    found += p;
#pragma omp target parallel for defaultmap(tofrom)
  for (int p = 0; p < N; p++)
    if (p == 9)
      last = p;

  for (i = 0; i < N; i++)
    check += b[i][0] + b[i][1];
  check += found;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      check += c[i][j] * (i + 2 * j);
  for (i = 0; i < N; i++)
    check += x[i] * i;
  printf("%.10g %g %g %d\n", check, sum, most, last);
  free(x);
  return 0;
}
