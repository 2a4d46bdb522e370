/* Private arrays of variable size that pointers lead into, or that are seen as arrays of another type.
 * expect: offloaded=7 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60 };

struct item {
  double at[3], weight;
  int rows[2][4], key;
};

static double square(const double *p)
{
  return p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
}

static int total(int (*rows)[4], int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++)
      sum += rows[i][k] * (k + 1);
  return sum;
}

static double *heaviest(struct item *from, int n)
{
  struct item *found = from;
  for (struct item *p = from; p < from + n; p++)
    if (p->weight > found->weight)
      found = p;
  return &found->weight;
}

/* Members of structures that functions get, and pointers to them. */
static void members(double *out, int n)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct item items[n];
    double sum = 0;
    for (int k = 0; k < n; k++) {
      struct item *p = &items[k];
      double *at = p->at;
      for (int d = 0; d < 3; d++)
        *at++ = i + k * d;
      for (int c = 0; c < 8; c++)
        (&p->rows[0][0])[c] = c + i;
      p->weight = (k * 7 + i) % n;
      p->key = k;
    }
    double *most = heaviest(items, n);
    *most += 0.5;
    for (int k = 0; k < n; k++)
      sum += square(items[k].at) * items[k].weight + total(items[k].rows, 2) + items[k].key;
    out[i] = sum;
  }
}

/* Structures in a block of the iteration's own, and a copy of a part of one. */
static void block(double *out, int n)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct item *items = malloc(n * sizeof *items);
    double copy[3];
    for (int k = 0; k < n; k++) {
      items[k].weight = (i * 5 + k * 3) % 17;
      for (int d = 0; d < 3; d++)
        items[k].at[d] = items[k].weight + d;
    }
    memcpy(copy, items[n / 2].at, sizeof copy);
    double *middle = &items[n / 2].weight;
    out[i] = copy[1] + *middle;
    free(items);
  }
}

/* One block for arrays of two types. */
static double cut(double *out, int n)
{
  double all = 0;
#pragma omp parallel for reduction(+ : all)
  for (int i = 0; i < N; i++) {
    char *memory = malloc(n * (sizeof(double) + sizeof(int)));
    double *value = (double *)memory;
    int *place = (int *)(memory + n * sizeof(double));
    for (int k = 0; k < n; k++) {
      value[k] = i * 0.5 + k;
      place[k] = (k * 7 + i) % n;
    }
    double sum = 0;
    for (int *p = place; p < place + n; p++)
      sum += value[*p] * (double)(p - place + 1);
    out[i] = sum;
    all += sum;
    free(memory);
  }
  return all;
}

/* Rows of structures as numbers. */
static void seen(double *out, int n)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct item grid[n][3];
    for (int k = 0; k < n; k++)
      for (int d = 0; d < 3; d++) {
        double *numbers = (double *)&grid[k][d];
        for (int c = 0; c < 4; c++)
          numbers[c] = i + k + c * d;
      }
    out[i] = grid[n - 1][2].weight + grid[n / 2][1].at[1];
  }
}

/* An array of a clause, and one in a function that the loop calls. */
static double worked(int i, int n)
{
  struct item work[n];
  for (int k = 0; k < n; k++)
    for (int d = 0; d < 3; d++)
      work[k].at[d] = (i + k) * (d + 1);
  return square(work[n - 1].at) - square(work[0].at);
}

static void clause(double *out, int n)
{
  struct item own[n];
#pragma omp parallel for private(own) schedule(dynamic, 3)
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < n; k++)
      own[k] = (struct item){{i - k, i, i + k}, k, {{0}}, i};
    out[i] = square(own[n - 1].at);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] += worked(i, n);
}

/* Elements side by side, as no pointer leads into them. */
static void apart(double *out, int n)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct item items[n];
    for (int k = 0; k < n; k++) {
      struct item *p = items + k;
      p->weight = k + i;
      p->key = k;
    }
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += items[k].weight * items[n - 1 - k].key;
    out[i] = sum;
  }
}

static void show(const char *name, const double *out)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += out[i] * (1 + i % 5);
  printf("%s %.10e\n", name, sum);
}

int main(void)
{
  double out[N];
  members(out, 11);
  show("members", out);
  block(out, 9);
  show("block", out);
  printf("%.10e\n", cut(out, 13));
  show("cut", out);
  seen(out, 7);
  show("seen", out);
  clause(out, 5);
  show("clause", out);
  apart(out, 6);
  show("apart", out);
  return 0;
}
