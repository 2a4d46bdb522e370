/* Functions that threads call to do their parts: by the thread's number that they ask for or are given, by bounds, by a
 * pointer to the part and its length, by a structure; with steps and barriers, with results.  expect: offloaded=14 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif
#include <stdio.h>
#include <stdlib.h>

#define N 1003

static double *u, v[N];

struct job {
  double *at;
  int low, high;
};

static void asks(double *x, int n)
{
  int me = omp_get_thread_num(), threads = omp_get_num_threads();
  int low = me * n / threads, high = (me + 1) * n / threads;
  for (int i = low; i < high; i++)
    x[i] = i % 17;
}

static void is_told(int me, int threads, double *x, int n)
{
  int chunk = (n + threads - 1) / threads, low = me * chunk, high = low + chunk;
  if (high > n)
    high = n;
  for (int i = low; i < high; i++)
    x[i] += i;
}

static void in_turn(const double *from, double *to)
{
  for (int i = omp_get_thread_num(); i < N; i += omp_get_num_threads())
    to[i] = 0.5 * from[i];
}

static void between(int low, int high)
{
  for (int i = low; i < high; i++)
    u[i] -= 1;
}

static void clear(double *x, int count)
{
  for (int i = 0; i < count; i++)
    x[i] = 0.25;
}

static void add(double *x, const double *y, int count)
{
  int i;
  for (i = 0; i < count; i++)
    x[i] += 2 * y[i];
}

static void of_job(struct job *job)
{
  for (int i = job->low; i < job->high; i++)
    job->at[i] *= 0.5;
}

static void of_copy(struct job job)
{
  for (int i = job.low; i < job.high; i++)
    job.at[i] += 3;
}

static void relax(int me, int threads, int steps)
{
  int low = 1 + me * (N - 2) / threads, high = 1 + (me + 1) * (N - 2) / threads;
  for (int s = 0; s < steps; s++) {
    for (int i = low; i < high; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]);
#pragma omp barrier
    for (int i = low; i < high; i++)
      u[i] = v[i];
#pragma omp barrier
  }
}

static double squares(int me, int threads, const double *x)
{
  double sum = 0;
  for (int i = me; i < N; i += threads)
    sum += x[i] * x[i];
  return sum;
}

static void greatest(double *top)
{
  double mine = -1;
  for (int i = omp_get_thread_num(); i < N; i += omp_get_num_threads())
    if (u[i] > mine)
      mine = u[i];
#pragma omp critical
  if (mine > *top)
    *top = mine;
}

static void print(const char *what, const double *x)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += x[i] * (1 + i % 5);
  printf("%s %.10g\n", what, sum);
}

int main(void)
{
  double *x = malloc(N * sizeof *x), sum = 0, again = 0, top = -1;
  u = malloc(N * sizeof *u);
#pragma omp parallel
  {
    asks(x, N);
#pragma omp barrier
    in_turn(x, u);
  }
#pragma omp parallel
  is_told(omp_get_thread_num(), omp_get_num_threads(), x, N);
  print("x", x);
#pragma omp parallel
  {
    int threads = omp_get_num_threads(), me = omp_get_thread_num(), each = N / threads;
    int count = me == threads - 1 ? N - me * each : each;
    between(me * each, me * each + count);
    clear(v + me * each, count);
    add(&x[me * each], u + me * each, count);
    double *mine = v + me * each;
    for (int i = 0; i < count; i++)
      mine[i] += 1;
  }
  print("u", u);
  print("v", v);
  print("x", x);
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    struct job job = {x, me * N / threads, (me + 1) * N / threads}, other;
    of_job(&job);
    other.at = u;
    other.low = job.low;
    other.high = job.high;
    of_copy(other);
  }
#pragma omp parallel
  relax(omp_get_thread_num(), omp_get_num_threads(), 3);
  print("u", u);
#pragma omp parallel reduction(+ : sum)
  sum += squares(omp_get_thread_num(), omp_get_num_threads(), x);
#pragma omp parallel
  {
    double mine = squares(omp_get_thread_num(), omp_get_num_threads(), u);
#pragma omp atomic
    again += mine;
    greatest(&top);
  }
  printf("%.10g %.10g %.10g\n", sum, again, top);
  free(u);
  free(x);
  return 0;
}
