/* Threads of a region call functions with work-sharing through pointers: a variable that arguments choose, a table, a member of a
 * structure, a parameter, also for a result; some of the functions share no work.  expect: offloaded=9 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3000 };

typedef void (*step_t)(const int, const double *restrict, double *restrict);
typedef int (*count_t)(const double *, int);

static void missing(const int n, const double *restrict in, double *restrict out)
{
  if (n == 0)
    printf("%p %p\n", (const void *)in, (void *)out);
  fprintf(stderr, "no such step\n");
  abort();
}

static void near(const int n, const double *restrict in, double *restrict out)
{
#pragma omp for
  for (int i = 1; i < n - 1; i++)
    out[i] += in[i - 1] + in[i + 1];
}

static void far(const int n, const double *restrict in, double *restrict out)
{
#pragma omp for
  for (int i = 2; i < n - 2; i++)
    out[i] += in[i - 2] + 2 * in[i + 2];
}

void itself(const int n, const double *restrict in, double *restrict out)
{
#pragma omp for
  for (int i = 0; i < n; i++)
    out[i] -= in[i];
}

static step_t chosen(const char *name)
{
  if (strcmp(name, "near") == 0)
    return near;
  return strcmp(name, "far") == 0 ? far : strcmp(name, "itself") == 0 ? itself : missing;
}

static void by_name(const char *name, int steps, int n, double *restrict in, double *restrict out)
{
  step_t step = chosen(name);
#pragma omp parallel
  {
    for (int t = 0; t < steps; t++) {
      step(n, in, out);
#pragma omp for
      for (int i = 0; i < n; i++)
        in[i] += 1.0;
    }
  }
}

static const step_t table[] = {near, far, itself};

static void in_turn(int steps, int n, double *restrict in, double *restrict out)
{
#pragma omp parallel
  for (int t = 0; t < steps; t++) {
    (*table[t % 3])(n, in, out);
#pragma omp for
    for (int i = 0; i < n; i++)
      in[i] -= 2.0;
  }
}

/* The pointer goes through two functions. */
static void twice(step_t step, int n, double *restrict in, double *restrict out)
{
  step(n, in, out);
#pragma omp for
  for (int i = 0; i < n; i++)
    in[i] += out[i] > 5.0 ? 1.0 : -1.0;
  step(n, in, out);
}

static void callbacks(int n, double *restrict in, double *restrict out)
{
#pragma omp parallel
  {
    twice(far, n, in, out);
    twice(itself, n, in, out);
  }
}

static int counted;

static int above(const double *x, int n)
{
#pragma omp single
  counted = 0;
#pragma omp for reduction(+:counted)
  for (int i = 0; i < n; i++)
    counted += x[i] > 3.0;
  return 1;
}

static int below(const double *x, int n)
{
#pragma omp single
  counted = 0;
#pragma omp for reduction(+:counted)
  for (int i = 0; i < n; i++)
    counted += x[i] < 3.0;
  return 2;
}

static int none(const double *x, int n)
{
  (void)x;
  return n;
}

struct job {
  int n;
  count_t count;
};

static int run_job(const struct job *job, double *restrict x)
{
  int result = 0;
#pragma omp parallel
  {
    int kind = 0;
    kind = job->count(x, job->n);
#pragma omp for
    for (int i = 0; i < job->n; i++)
      x[i] += kind;
#pragma omp master
    result = counted;
  }
  return result;
}

/* One thread comes to such functions from serial code, too. */
static int serially(count_t count, const double *x, int n)
{
  return count(x, n) + counted;
}

/* Code between the loops changes what the pointer holds. */
static void changed(int n, double *restrict in, double *restrict out)
{
  step_t step = near;
#pragma omp parallel
  {
    step(n, in, out);
#pragma omp barrier
#pragma omp single
    step = itself;
    step(n, in, out);
  }
}

static void show(const char *name, const double *x, const double *y)
{
  double s = 0, t = 0;
  for (int i = 0; i < N; i++) {
    s += x[i] * (i % 7);
    t += y[i] * (i % 5);
  }
  printf("%s %.15g %.15g\n", name, s, t);
}

int main(int argc, char **argv)
{
  double *in = malloc(N * sizeof *in), *out = malloc(N * sizeof *out);
  if (!in || !out)
    return 1;
  for (int i = 0; i < N; i++) {
    in[i] = i % 11;
    out[i] = i % 3;
  }
  by_name(argc > 1 ? argv[1] : "far", 4, N, in, out);
  show("far", in, out);
  by_name("near", 2, N - 1, in, out);
  show("near", in, out);
  in_turn(5, N, in, out);
  show("in_turn", in, out);
  callbacks(N, in, out);
  show("callbacks", in, out);
  struct job job = {N, argc > 2 ? none : above};
  int found = run_job(&job, in);
  job.count = argc > 2 ? above : below;
  printf("%d %d\n", found, run_job(&job, in));
  printf("%d\n", serially(argc > 3 ? above : below, in, N));
  changed(N, in, out);
  show("changed", in, out);
  free(in);
  free(out);
  return 0;
}
