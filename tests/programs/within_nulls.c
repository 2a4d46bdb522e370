/* Pointers out of tables are compared with null: entries, members, what functions get, and what is chosen or kept in a
 * variable.  Rows lie evenly in one block, or in blocks of their own.
 * expect: offloaded=7 kept= */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define N 70
#define M 6

struct leaf {
  double *weight;
  const int *code;
  struct leaf *other;
  int count;
};

static double weigh(const double *weight, const int *code, int count)
{
  double sum = code == NULL ? -1.0 : 0.5;
  if (!weight)
    return sum;
  for (int k = 0; k < count; k++)
    sum += weight[k] * (code != NULL ? code[k % 3] : 1);
  return sum;
}

int main(void)
{
  struct leaf **leaf = malloc(N * sizeof *leaf);
  double *block = malloc(N * M * sizeof *block), **row = malloc(N * sizeof *row), result[N], sum = 0.0;
  int codes[3] = {2, 3, 5}, found[N], i;
  int *code = malloc(sizeof codes);

  for (i = 0; i < 3; i++)
    code[i] = codes[i];
  for (i = 0; i < N * M; i++)
    block[i] = 0.5 * (i % 19);
  for (i = 0; i < N; i++) {
    row[i] = i % 6 == 5 ? NULL : block + i * M; /* evenly, but for those that are null */
    leaf[i] = NULL;
    if (i % 7 == 3)
      continue;
    leaf[i] = malloc(sizeof **leaf);
    leaf[i]->count = M - i % 3;
    leaf[i]->weight = i % 4 == 1 ? NULL : block + i * M;
    leaf[i]->code = i % 5 == 2 ? NULL : code;
    leaf[i]->other = i > 0 && i % 3 == 0 ? leaf[i - 1] : NULL;
  }

#pragma omp parallel for
  for (i = 0; i < N; i++)
    result[i] = row[i] != NULL ? row[i][1] + row[i][M - 1] : -2.0;
  for (i = 0; i < N; i++)
    sum += result[i] * (i % 5 + 1);
  printf("rows %.12g\n", sum);

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    const struct leaf *p = leaf[i];
    result[i] = p == NULL ? 100.0 : weigh(p->weight, p->code, p->count);
  }
  for (i = 0; i < N; i++)
    printf("%.12g%c", result[i], i % 10 == 9 ? '\n' : ' ');

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    found[i] = 0;
    if (leaf[i] && leaf[i]->other && leaf[i]->other->weight)
      found[i] = (int)(leaf[i]->other->weight[0] * 4) + leaf[i]->other->count;
  }
  for (i = 0; i < N; i++)
    printf("%d%c", found[i], i % 10 == 9 ? '\n' : ' ');

  /* which pointer is followed depends on whether there is one */
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    const struct leaf *p = NULL;
    if (i % 2)
      p = leaf[i];
    const double *w = p ? p->weight : NULL;
    bool any = w != NULL, all = w && p->code;
    result[i] = w != NULL ? w[p->count - 1] + 10 * any + 20 * all : -0.5;
  }
  for (i = 0; i < N; i++)
    printf("%.12g%c", result[i], i % 10 == 9 ? '\n' : ' ');

  /* written where there is a pointer; then some come and some go */
  for (int turn = 0; turn < 3; turn++) {
#pragma omp parallel for
    for (i = 0; i < N; i++)
      if (leaf[i] != NULL && leaf[i]->weight != NULL)
        leaf[i]->weight[0] += 1.0 + turn;
    for (i = turn; i < N; i += 9)
      if (leaf[i] != NULL)
        leaf[i]->weight = leaf[i]->weight == NULL ? block + i * M : NULL;
    row[5 + 6 * turn] = block + (5 + 6 * turn) * M;
    row[turn] = NULL;
  }
  sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < N; i++)
    if (row[i])
      for (int k = 0; k < M; k++)
        sum += row[i][k];
  printf("%.12g\n", sum);

  int differ = 0;
#pragma omp parallel for reduction(+ : differ)
  for (i = 1; i < N; i++)
    differ += (row[i] == NULL) != (row[i - 1] == NULL) || row[i] == row[i - 1];
  printf("%d\n", differ);
  return 0;
}
