/* `critical` that updates memory which only code that is not seen could tell from what the loop reads.
 * expect: offloaded=6 kept=K001,K001,K001,K001,K001,K001 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 2000
#define BINS 10

struct parts {
  int n, *key;
  double *mass, *bin;
};

static double all;

/* The same address, which the analysis does not follow. */
static void *unseen(void *p)
{
  char text[40];
  void *q = NULL;
  snprintf(text, sizeof text, "%p", p);
  return sscanf(text, "%p", &q) == 1 ? q : NULL;
}

/* A local sum. */
static double energy(const double *x, int n)
{
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double square = sqrt(x[i]) * x[i];
#pragma omp critical
    sum += square;
  }
  return sum;
}

/* Elements that another array chooses, and numbers of another type. */
static void sums(const double *x, double *bin, const int *key, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    bin[key[i]] += x[i];
  }
}

static void counts(const double *x, double *root, int *count, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    root[i] = sqrt(x[i]);
#pragma omp critical
    count[(int)x[i] % BINS]++;
  }
}

/* Members, and blocks of the iteration's own. */
static void members(struct parts *p)
{
#pragma omp parallel for
  for (int i = 0; i < p->n; i++) {
#pragma omp critical
    p->bin[p->key[i]] += p->mass[i] * 2;
  }
}

static double blocks(const double *x, double *bin, int n)
{
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *own = malloc(BINS * sizeof *own);
    for (int k = 0; k < BINS; k++)
      own[k] = x[i] + k;
#pragma omp critical
    {
      sum += own[1];
      for (int k = 0; k < BINS; k++)
        bin[k] += own[k];
      free(own);
    }
  }
  return sum;
}

/* Kept: what is read has the same name, or may be a copy of it. */
static void same(double *bin, const int *key, double *seen, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    bin[key[i]] += 1;
    if (bin[0] < 0)
      seen[i] = 1;
  }
}

static void copy(double *bin, const int *key, int *seen, int n)
{
  double *other = bin;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    bin[key[i]] += 1;
    if (other[0] < 0)
      seen[i] = 1;
  }
}

/* Kept: it is written elsewhere, too. */
static void written(const int *key, double *bin, double *twice, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    twice[i] = 2 * i;
#pragma omp critical
    bin[key[i]] += 1;
  }
}

/* Kept: the section stores more, itself or in a function. */
static void last(const double *x, double *bin, int *place, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    {
      bin[0] += x[i];
      if (x[i] == 77)
        *place = i % BINS;
    }
  }
}

static void note(int *place, int i)
{
  *place = i;
}

static void noted(const double *x, double *bin, int *place, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    {
      bin[0] += x[i];
      if (i == 77)
        note(place, i);
    }
  }
}

/* Kept: `all` may be among what is read, since code that is not seen knows it. */
static void total(const double *x, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    all += x[i];
  }
}

int main(void)
{
  double *x = unseen(malloc(N * sizeof *x)), *bin = unseen(calloc(BINS, sizeof *bin));
  double *root = unseen(calloc(N, sizeof *root)), *known = unseen(&all);
  int *key = unseen(malloc(N * sizeof *key)), *count = unseen(calloc(N, sizeof *count)), place = -1;
  struct parts parts = {N, key, x, bin};
  double sum = 0;

  for (int i = 0; i < N; i++) {
    x[i] = i * 7 % 500;
    key[i] = i * 3 % BINS;
  }
  printf("%.6g\n", energy(x, N));
  sums(x, bin, key, N);
  counts(x, root, count, N);
  members(unseen(&parts));
  printf("%.6g\n", blocks(x, bin, N));
  same(bin, key, root, N);
  copy(bin, key, count, N);
  written(key, bin, root, N);
  last(x, bin, &place, N);
  printf("%d\n", place % BINS < BINS);
  noted(x, bin, unseen(&place), N);
  total(x, N);
  for (int k = 0; k < BINS; k++)
    printf("%.6g %d\n", bin[k], count[k]);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += root[i];
  printf("%.6g %.6g %d\n", sum, *known, place);
  return 0;
}
