/* Parts of threads by tables that the region may change: in a `single`, by its loop, by a function, or that are of real
 * numbers; and iterations that use other ones' results.  expect: offloaded=0 kept=K013,K013,K014 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#define omp_get_num_threads() 1
#endif
#include <stdio.h>

#define N 600
#define MOST 64

static double x[N], y[N];
static int part[MOST + 1], order[N];
static double real[MOST + 1];
static int team;

static void print(const char *what)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += x[i] + 2 * y[i] * (i % 5);
  printf("%s %.10g\n", what, sum);
}

static void divide(int n)
{
  for (int t = 0; t <= team; t++)
    part[t] = n * t / team;
}

static void divided_inside(void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
#pragma omp single
    divide(N / 2);
    for (int i = part[me]; i < part[me + 1]; i++)
      x[i] = 2 * i;
  }
}

static void ended_by_the_loop(void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int i = part[2 * me]; i < part[2 * me + 1]; i++) {
      y[i] = x[i];
      if (i % 7 == 5)
        part[2 * me + 1] = i;
    }
  }
}

static void of_real_numbers(void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int i = (int)real[me]; i < real[me + 1]; i++)
      y[i] += 1;
  }
}

static void in_order(void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int i = part[me] + 1; i < part[me + 1]; i++)
      x[i] += x[i - 1];
  }
}

static void in_turn(void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int i = part[me]; i < part[me + 1]; i++)
      order[i] = i - part[me] + (i > part[me] ? order[i - 1] : 0);
  }
}

int main(void)
{
  team = omp_get_max_threads();
  if (team > MOST / 2)
    return 1;
  divided_inside();
  print("single");
  for (int t = 0; t < team; t++) {
    part[2 * t] = N * t / team;
    part[2 * t + 1] = N * (t + 1) / team;
  }
  ended_by_the_loop();
  int right = 1;
  for (int t = 0; t < team; t++)
    right &= part[2 * t + 1] % 7 == 5;
  for (int i = 0; i < N; i++)
    y[i] = i;
  printf("ended %d\n", right);
  for (int t = 0; t <= team; t++)
    real[t] = N * t / team;
  of_real_numbers();
  print("real");
  divide(N);
  in_order();
  in_turn();
  right = 1;
  for (int t = 0; t < team; t++)
    for (int i = part[t]; i < part[t + 1]; i++) {
      int count = i - part[t];
      right &= order[i] == count * (count + 1) / 2;
    }
  printf("in turn %d\n", right);
  return 0;
}
