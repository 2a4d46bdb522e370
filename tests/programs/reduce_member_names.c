/* What is reduced has the name of a member that bounds the loop.  expect: offloaded=2 */
#include <stdio.h>

struct list {
  int count, sum;
  int values[100];
};

static struct list all;

int main(void)
{
  const struct list *list = &all;
  int sum = 5;
  unsigned long count[3] = {0};
  all.count = 100;
  all.sum = 3;
#pragma omp parallel for reduction(+ : count[:3])
  for (int i = 0; i < all.count; i++) {
    all.values[i] = i * 37 % 101;
    count[all.values[i] % 3]++;
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = list->sum; i < list->count; i += 2)
    sum += list->values[i];
  printf("%d %lu %lu %lu\n", sum, count[0], count[1], count[2]);
  return 0;
}
