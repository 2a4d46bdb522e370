/* The least of unsigned values: a signed variable that holds -1 is greater than all of them, a copy of it is less.
 * A loop with such a variable stays.
 * expect: offloaded=1 kept=K001 */
#include <stdio.h>

#pragma GCC diagnostic ignored "-Wsign-compare"

enum { N = 1000 };

static unsigned cost[N];

int main(void)
{
  unsigned best = 5000;
  int least = -1, at = -1, place = -1;

  for (int i = 0; i < N; i++)
    cost[i] = (i * 7919 + 13) % 1009 / 7 + 3;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
#pragma omp critical
    if (cost[i] < least || (cost[i] == least && i < at)) {
      least = cost[i];
      at = i;
    }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
#pragma omp critical
    if (cost[i] < best || (cost[i] == best && i < place)) {
      best = cost[i];
      place = i;
    }
  printf("%d %d %u %d\n", least, at, best, place);
  return 0;
}
