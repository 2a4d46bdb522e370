/* Threads' own lists, appended to shared ones under critical or at places that they take: one element or many for each
   iteration, two arrays, a structure's. Those that the loop reads, or whose length counts for itself, stay.
   expect: offloaded=3 kept=K014,K014 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 400

typedef struct {
  int a, b;
  double depth;
} Pair;

typedef struct {
  int *id;
  double *weight;
  int count;
} List;

static double x[N], y[N];
static int key[N], chosen[N];

static int by_number(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

static int by_place(const void *a, const void *b)
{
  const Pair *one = a, *other = b;
  return one->a != other->a ? one->a - other->a : one->b - other->b;
}

static double squared(const double *p, const double *q, int i, int j)
{
  double dx = p[i] - p[j], dy = q[i] - q[j];
  return dx * dx + dy * dy;
}

static void report(int *list, int count)
{
  long sum = 0;
  qsort(list, count, sizeof *list, by_number);
  for (int i = 0; i < count; i++)
    sum += (long)list[i] * (i % 97 + 1);
  printf("%d %ld\n", count, sum);
}

int main(void)
{
  int count = 0, pairs = 0, all_odd = 0;
  double energy = 0, sum = 0;
  Pair *contacts = malloc(N * N * sizeof *contacts);

  for (int i = 0; i < N; i++) {
    x[i] = i * 37 % 61 + 0.1 * (i % 7);
    y[i] = i * 53 % 59 + 0.1 * (i % 5);
    key[i] = i * 31 % 97;
  }

#pragma omp parallel
  {
    int mine[N], k = 0;
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      if (key[i] < 20)
        mine[k++] = i;
#pragma omp critical
    {
      memcpy(&chosen[count], mine, k * sizeof *mine);
      count += k;
    }
  }
  report(chosen, count);

#pragma omp parallel reduction(+ : energy, pairs)
  {
    Pair *mine = malloc(N * N * sizeof *mine);
    int k = 0;
    if (mine == NULL)
      exit(1);
#pragma omp for schedule(dynamic, 8)
    for (int i = 0; i < N; i++) {
      if (key[i] == 3)
        continue;
      for (int j = i + 1; j < N; j++) {
        double r = squared(x, y, i, j);
        if (r > 9)
          continue;
        energy += 1 / (1 + r);
        pairs++;
        mine[k].a = i;
        mine[k].b = j;
        mine[k].depth = 9 - r;
        k++;
      }
    }
    int at;
#pragma omp atomic capture
    {
      at = all_odd;
      all_odd += k;
    }
    for (int t = 0; t < k; t++)
      contacts[at + t] = mine[t];
    free(mine);
  }
  qsort(contacts, all_odd, sizeof *contacts, by_place);
  for (int i = 0; i < all_odd; i++)
    sum += contacts[i].depth * (contacts[i].a % 7 + i % 5);
  printf("%d %d %.8g %.8g\n", all_odd, pairs, energy, sum);
  free(contacts);

  List list = {malloc(5 * N * sizeof(int)), malloc(5 * N * sizeof(double)), 0};
#pragma omp parallel
  {
    int *id = malloc(5 * N * sizeof(int)), k = 0;
    double *weight = malloc(5 * N * sizeof *weight);
#pragma omp for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < 5; j++)
        if (i * j % 7 == 1) {
          id[k] = i * 5 + j;
          weight[k++] = sqrt(x[i] + j);
        }
#pragma omp critical(lists)
    for (int t = 0; t < k; t++) {
      list.id[list.count] = id[t];
      list.weight[list.count] = weight[t];
      list.count++;
    }
    free(id);
    free(weight);
  }
  sum = 0;
  for (int i = 0; i < list.count; i++)
    sum += list.weight[i] * (list.id[i] % 11);
  printf("%d %.8g\n", list.count, sum);
  report(list.id, list.count);
  free(list.id);
  free(list.weight);

  int *next = chosen;
  count = 0;
#pragma omp parallel
  {
    int mine[N], k = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      if (chosen[i * 7 % N] % 3 == 0)
        mine[k++] = chosen[i * 7 % N];
#pragma omp critical
    for (int t = 0; t < k; t++)
      next[count++] = mine[t];
  }
  report(chosen, count);

  count = all_odd = 0;
#pragma omp parallel
  {
    int mine[N], k = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      if (key[i] > 90)
        mine[k++] = i;
#pragma omp critical
    {
      for (int t = 0; t < k; t++)
        chosen[count++] = mine[t];
      all_odd |= k > N;
    }
  }
  report(chosen, count);
  return 0;
}
