/* Members that loops find by their offsets in structures.  expect: offloaded=3 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 500 };

struct point {
  char name[3];
  double at[3];
};

struct entry {
  int kind;
  struct point from, to;
};

int main(void)
{
  struct entry *entries = calloc(N, sizeof *entries);
  char *bytes = (char *)entries;

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    *(int *)(bytes + i * sizeof(struct entry) + offsetof(struct entry, kind)) = i % 7;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    char *own = bytes + i * sizeof(struct entry);
    *(double *)(own + offsetof(struct entry, to.at[2])) = i * 0.5;
  }
  size_t places[2] = {offsetof(struct entry, from), offsetof(struct entry, to)};
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    double *at = (double *)(bytes + i * sizeof(struct entry) + places[i % 2] + offsetof(struct point, at));
    at[1] += i;
    sum += at[1] + at[2] + entries[i].kind;
  }
  printf("%g %g %d\n", sum, entries[9].to.at[2], entries[11].kind);
  free(entries);
  return 0;
}
