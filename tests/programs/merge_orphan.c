/* Accumulators of functions that a region calls, and a merge in a called function.  expect: offloaded=3 */
#include <math.h>
#include <stdio.h>

#define N 300

struct norms {
  double sum, greatest;
};

static double x[N];
static struct norms norms;
static double flat;

static void merge(struct norms *all, double sum, double greatest)
{
  all->sum += sum;
  if (all->greatest < greatest)
    all->greatest = greatest;
}

static void find_norms(double shift)
{
  int i;
  double element, mine = 0.0, sum = 0.0;

#pragma omp for nowait
  for (i = 0; i < N; i++) {
    element = fabs(x[i] + shift);
    sum += element * element;
    if (element > mine)
      mine = element;
  }
#pragma omp critical
  merge(&norms, sum, mine);
#pragma omp barrier
#pragma omp master
  {
    printf("%.12g %.12g\n", sqrt(norms.sum / N), norms.greatest);
    norms.sum = 0;
    norms.greatest = 0;
  }
#pragma omp barrier
}

static void flatten(void)
{
  int i;
  double own = 0;

#pragma omp for
  for (i = 0; i < N; i++)
    own += x[i];
#pragma omp atomic
  flat += own;
}

int main(void)
{
  int step;

#pragma omp parallel private(step)
  {
#pragma omp for
    for (step = 0; step < N; step++)
      x[step] = (step * 37 % 101) - 50;
    for (step = 0; step < 3; step++)
      find_norms(step * 0.5);
    flatten();
  }
  printf("%.12g\n", flat);
  return 0;
}
