/* Differences between addresses of members: that of a pointer which leads to a table's rows has no address on the
 * device.
 *
 * expect: offloaded=1 kept=K021,K021
 */
#include <stdio.h>

enum { N = 40 };

struct node {
  int *line;
  double weight;
  int *other;
  int count;
};

static struct node nodes[N];
static int pool[2 * N], sums[N];
static long distances[N];

static void with_pointer(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    distances[i] = (long)((char *)&nodes[i].other - (char *)&nodes[i]);
    sums[i] += nodes[i].line[0];
  }
}

static void without_cast(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const void *member = &nodes[i].other, *whole = &nodes[i];
    distances[i] += (const char *)member - (const char *)whole;
    sums[i] += nodes[i].line[0];
  }
}

static void with_number(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    distances[i] += (long)((char *)&nodes[i].count - (char *)&nodes[i]);
    sums[i] += nodes[i].other[1];
  }
}

int main(void)
{
  for (int i = 0; i < N; i++) {
    nodes[i] = (struct node){pool + i, 0.5 * i, pool + i / 2, i};
    pool[i] = 3 * i;
  }
  with_pointer();
  printf("%ld %ld %d\n", distances[3], distances[N - 1], sums[7]);
  without_cast();
  printf("%ld %ld %d\n", distances[3], distances[N - 1], sums[7]);
  with_number();
  printf("%ld %ld %d\n", distances[3], distances[N - 1], sums[7]);
  return 0;
}
