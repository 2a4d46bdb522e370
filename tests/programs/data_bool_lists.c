/* Lists of initial values for _Bool, which holds 1 for all that is not 0, and conditions of type double.
 * expect: offloaded=3 kept=K007 */
#include <stdio.h>

#define N 40

struct Marks {
  int number;
  _Bool set, more[2];
};

static int found[N];
static double d[N];

int main(void)
{
  for (int i = 0; i < N; i++)
    d[i] = i % 3 ? (i - 20) * 0.25 : 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const _Bool one = {d[i]}, three[3] = {2, d[i], [2] = i & 6};
    const _Bool table[2][2] = {{i, 0.5}, {one, i > 7}};
    int sum = one + three[0] * 10 + three[1] * 100 + three[2] * 1000;

    for (int k = 0; k < 4; k++)
      sum = sum * 2 + table[k / 2][k % 2];
    found[i] = sum;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct Marks marks = {i * 2, i > 9, {0, 1}};

    found[i] += (d[i] ? 3 : 5) + !d[i] * 7 + (marks.set + marks.more[0] + marks.more[1]) * marks.number;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct Marks marks[2] = {{i * 2, i & 4, {d[i], 1}}, {.more = {4, i}, .number = 5}};

    found[i] += marks[0].set + marks[0].more[0] * 3 + (marks[1].more[0] + marks[1].more[1]) * marks[1].number;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct Marks marks = {i, .more[1] = i & 4};

    found[i] += marks.more[1] * 9;
  }
  for (int i = 0; i < N; i++)
    printf("%d\n", found[i]);
  return 0;
}
