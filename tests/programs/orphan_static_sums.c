/* Static variables by which threads share values in functions and regions: each call writes them before it reads them.
   One function counts its calls.
   expect: offloaded=4 kept=K012 */
#include <math.h>
#include <stdio.h>

#define N 300

static double x[N], p[N], q[N];

static double dot(const double *a, const double *b)
{
  static double sum;
#pragma omp single
  sum = 0;
#pragma omp for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += a[i] * b[i];
  return sum;
}

static void solve(double *norm)
{
  static double rho, alpha, before;
  static int steps;
#pragma omp single nowait
  {
    rho = 0;
    steps = 0;
  }
#pragma omp barrier
#pragma omp for reduction(+ : rho)
  for (int i = 0; i < N; i++)
    rho += p[i] * p[i];
  for (int it = 0; it < 4; it++) {
#pragma omp single
    {
      before = rho;
      rho = 0;
      steps++;
    }
    alpha = before / (N + it);
#pragma omp for reduction(+ : rho)
    for (int i = 0; i < N; i++) {
      q[i] = p[i] - alpha * 1e-3 * (i % 5);
      rho += q[i] * q[i];
    }
  }
#pragma omp master
  *norm = sqrt(rho) + steps;
#pragma omp barrier
}

static int calls(double *a)
{
  static int count;
#pragma omp for
  for (int i = 0; i < N; i++)
    a[i] += 1;
#pragma omp single
  count++;
  return count;
}

int main(void)
{
  double norm = 0, other = 0;
  int many = 0;
  for (int i = 0; i < N; i++) {
    x[i] = 1.0 / (i + 1);
    p[i] = i % 7;
  }
  for (int t = 0; t < 3; t++) {
#pragma omp parallel
    {
      static double scale;
      double mine;
      solve(&norm);
#pragma omp single
      scale = norm / N;
      mine = dot(x, p);
#pragma omp master
      other = mine;
#pragma omp for
      for (int i = 0; i < N; i++)
        p[i] += scale * x[i];
    }
    if (t != 1) {
#pragma omp parallel
      {
        int now = calls(q);
#pragma omp master
        many = now;
      }
    }
    printf("%.10g %.10g %d %.10g\n", norm, other, many, q[3]);
  }
  return 0;
}
