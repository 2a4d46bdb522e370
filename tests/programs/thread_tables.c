/* Iterations that threads deal out by tables that were filled before: of beginnings, of beginnings and ends in two
 * arrays or in a structure, over rows of a sparse matrix, with empty parts; tables with a gap or an overlap, that fall,
 * or that have other ends than the team run on the CPU.  expect: offloaded=13 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#define omp_get_num_threads() 1
#endif
#include <stdio.h>
#include <stdlib.h>

#define N 1000
#define MOST 64

struct range {
  int low, high;
  double weight;
};

struct matrix {
  int rows;
  int *start, *column, *part;
  double *value;
};

static double x[N], y[N], z[N];
static int part[MOST + 1], begins[MOST], ends[MOST];
static size_t blocks[2 * MOST];
static struct range ranges[MOST];
static int team;

static void print(const char *what)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += x[i] + 2 * y[i] * (i % 5) + z[i] * (i % 3);
  printf("%s %.10g\n", what, sum);
}

/* Later threads get more, and every third one nothing. */
static void divide(int n)
{
  int given = 0, all = 0;
  for (int t = 0; t < team; t++)
    all += t % 3 == 2 ? 0 : t + 1;
  part[0] = 0;
  for (int t = 0; t < team; t++) {
    given += t % 3 == 2 ? 0 : t + 1;
    part[t + 1] = (int)((long)n * given / all);
  }
  for (int t = 0; t < team; t++) {
    begins[t] = blocks[2 * t] = ranges[t].low = part[t];
    ends[t] = blocks[2 * t + 1] = ranges[t].high = part[t + 1];
  }
}

static void by_beginnings(void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int i = part[me]; i < part[me + 1]; i++)
      x[i] = 0.5 * i + y[i];
  }
}

static void by_copies(void)
{
  int i, me, from, to;
#pragma omp parallel private(i, me, from, to)
  {
    me = omp_get_thread_num();
    from = begins[me];
    to = ends[me] - 1;
    for (i = from; i <= to; ++i)
      y[i] = x[i] * 3 - i % 7;
#pragma omp barrier
    for (i = from; i <= to; ++i)
      z[i] = y[N - 1 - i];
  }
}

static void by_structures(struct range *given)
{
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    for (int i = given[me].low; i < given[me].high; i++)
      z[i] += x[i];
  }
}

static void assign(struct range *given)
{
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    for (int i = given[me].low; i < given[me].high; i++)
      z[i] = 0.5 * x[i];
  }
}

static void by_pairs(void)
{
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    for (size_t i = blocks[2 * me]; i < blocks[2 * me + 1]; i++)
      x[i] -= z[i] * 0.25;
  }
}

static double sum_by_beginnings(void)
{
  double total = 0;
#pragma omp parallel reduction(+ : total)
  {
    int me = omp_get_thread_num();
    for (int i = part[me]; i < part[me + 1]; i++)
      total += x[i] * y[i];
  }
  return total;
}

static void product(const struct matrix *a)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int i = a->part[me]; i < a->part[me + 1]; i++) {
      double sum = 0;
      for (int k = a->start[i]; k < a->start[i + 1]; k++)
        sum += a->value[k] * x[a->column[k]];
      y[i] = sum;
    }
  }
}

static void by_rows(const struct matrix *a)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int low = (int)((long)a->rows * me / threads), high = (int)((long)a->rows * (me + 1) / threads);
    for (int i = low; i < high; i++)
      z[i] = 2 * y[i] + a->start[i];
#pragma omp barrier
    for (int i = me; i < a->rows; i += threads)
      y[i] += 1;
  }
}

static void asked(int threads)
{
  (void)threads;
#pragma omp parallel num_threads(threads)
  {
    int me = omp_get_thread_num();
    for (int i = part[me]; i < part[me + 1]; i++)
      y[i] += x[i];
  }
}

static void with_others(void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int i = part[me]; i < part[me + 1]; i++)
      x[i] += y[i];
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < N; i++)
      z[i] = x[N - 1 - i];
  }
}

int main(void)
{
  struct matrix a = {N, malloc((N + 1) * sizeof(int)), malloc(3 * N * sizeof(int)), malloc((MOST + 1) * sizeof(int)),
                     malloc(3 * N * sizeof(double))};
  int count = 0;
  team = omp_get_max_threads();
  if (team > MOST || a.start == NULL || a.column == NULL || a.part == NULL || a.value == NULL)
    return 1;
  for (int i = 0; i < N; i++) {
    y[i] = i % 11;
    a.start[i] = count;
    for (int k = i > 0 ? i - 1 : 0; k <= i + 1 && k < N; k++) {
      a.column[count] = k;
      a.value[count++] = k == i ? 2 : -0.5;
    }
  }
  a.start[N] = count;
  divide(N);
  for (int t = 0; t <= team; t++)
    a.part[t] = part[t];
  by_beginnings();
  print("beginnings");
  by_copies();
  print("copies");
  by_structures(ranges);
  print("structures");
  assign(ranges);
  print("assigned");
  by_pairs();
  print("pairs");
  printf("sum %.10g\n", sum_by_beginnings());
  product(&a);
  print("product");
  by_rows(&a);
  print("rows");
  asked(team);
  print("asked");
  with_others();
  print("others");

  divide(N / 3);
  by_beginnings();
  print("fewer");
  for (int t = 0; t < team; t++) { /* the last thread has the first part */
    begins[t] = part[team - 1 - t];
    ends[t] = part[team - t];
  }
  by_copies();
  print("reversed");
  for (int t = 0; t < team; t++) { /* all but the last part are there twice */
    ranges[t].low = 0;
    ranges[t].high = part[t + 1];
  }
  assign(ranges);
  print("overlap");
  for (int t = 0; t < team; t++) { /* each part but the first lacks its first iterations */
    ranges[t].low = part[t] + 2 * t;
    ranges[t].high = part[t + 1];
    for (int i = ranges[t].low; i < ranges[t].high; i++)
      y[i] = 0.5 * x[i];
  }
  assign(ranges);
  double missed = 0;
  for (int i = 0; i < N; i++)
    missed += y[i] != z[i] && y[i] == 0.5 * x[i];
  printf("gaps, %g missed\n", missed);
  for (int t = 0; t <= team; t++)
    part[t] = N - 1 - 10 * t; /* falls */
  by_beginnings();
  printf("falls, sum %.10g\n", sum_by_beginnings());
  free(a.start);
  free(a.column);
  free(a.part);
  free(a.value);
  return 0;
}
