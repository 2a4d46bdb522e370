/* Steps inside one region: what single threads do under a condition is announced where the condition holds.
   expect: offloaded=5 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 40000, STEPS = 40 };

struct field {
  double *now, *before;
  int n;
};

static double norm(const double *x, int n)
{
  double all = 0;
  for (int i = 0; i < n; i++)
    all += x[i] * x[i];
  return sqrt(all);
}

/* Every tenth step is reported, with an element or with all of them; some elements decide. */
static double steps(struct field *f, int probe)
{
  double total = 0, kept[STEPS] = {0};
  int loud = 0, quiet = 0;
#pragma omp parallel
  for (int step = 0; step < STEPS; step++) {
#pragma omp for
    for (int i = 1; i < f->n - 1; i++)
      f->now[i] = 0.25 * f->before[i - 1] + 0.5 * f->before[i] + 0.25 * f->before[i + 1];
#pragma omp single
    {
      kept[step] = f->now[probe];
      if (step % 10 == 9)
        printf("step %d: %.9f\n", step, f->now[f->n / 2]);
      if (step == 20) {
        total += norm(f->now, f->n);
      } else if (kept[step] > 0.75 && step < 30) {
        f->now[probe] -= 0.125;
        loud++;
      } else if (step % 7 == 3)
        quiet += f->now[1] > 0;
      else
        quiet++;
    }
#pragma omp for
    for (int i = 0; i < f->n; i++)
      f->before[i] = f->now[i];
#pragma omp master
    if (step == STEPS / 2) {
      f->before[0] = 1;
      if (f->before[1] > 2)
        puts("never");
      else
        f->before[f->n - 1] += f->before[2];
    }
#pragma omp barrier
  }
  for (int step = 0; step < STEPS; step++)
    total += kept[step];
  printf("%d %d\n", loud, quiet);
  return total;
}

/* Threads leave together, when what a thread has read says so. */
static int converges(double *x, int n)
{
  int done = 0, step = 0;
#pragma omp parallel firstprivate(step)
  while (!done && step < 100) {
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] = 0.5 * (x[i] + 2 / x[i]);
#pragma omp single
    {
      if (step > 3)
        if (fabs(x[7] * x[7] - 2) < 1e-12)
          done = step;
      if (step == 1)
        x[9] = 5;
    }
    step++;
  }
  return done;
}

/* The region calls a function that shares out its loop and reports. */
static void relax(double *x, int n, int step)
{
#pragma omp for
  for (int i = 0; i < n; i++)
    x[i] *= 0.5;
#pragma omp single
  if (step % 8 == 0) {
    x[step] += 1;
    printf("relaxed %.9f\n", x[3]);
  }
}

int main(void)
{
  struct field f = {malloc(N * sizeof(double)), malloc(N * sizeof(double)), N};
  double *x = malloc(N * sizeof *x);
  for (int i = 0; i < N; i++) {
    f.now[i] = f.before[i] = i % 17 * 0.125;
    x[i] = 1 + i % 5;
  }
  printf("%.9f\n", steps(&f, 4321));
  printf("%d\n", converges(x, N));
  printf("%.9f\n", norm(x, N));
#pragma omp parallel
  for (int step = 0; step < 16; step++)
    relax(x, N, step);
  double all = 0;
#pragma omp parallel for reduction(+ : all)
  for (int i = 0; i < N; i++)
    all += x[i] + f.before[i];
  printf("%.9f\n", all);
  free(x);
  free(f.now);
  free(f.before);
  return 0;
}
