/* Functions that change variables of their caller by pointers, while they hold copies of them.  expect: offloaded=1 */
#include <stdio.h>

#define N 64

struct pair {
  int first, second;
};

static int added(int *to, int n)
{
  int total = 0;
  for (int k = 0; k < 40; k++) {
    *to += k;
    total += n;
  }
  return total;
}

static int counted(struct pair pair, int *to)
{
  int total = 0;
  for (int k = 0; k < 30; k++) {
    *to = k;
    total += pair.first;
  }
  return total;
}

static int twice(int *to, int n)
{
  int own = n, *at = &own, total = added(to, n);
  for (int k = 0; k < 20; k++)
    total += added(at, own) % 7;
  return total + own;
}

static int next(int *state)
{
  return ++*state;
}

static int drawn(int *state, int before)
{
  return next(state) * 10 + before;
}

int main(void)
{
  static int one[N], two[N], three[N], four[N];
  long sum = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int n = i % 5, *at = &n;
    one[i] = added(at, n) + n;
    struct pair pair = {i, 2};
    int *first = &pair.first;
    two[i] = counted(pair, first) + pair.first;
    three[i] = twice(at, n) + n;
    int state = i;
    four[i] = drawn(&state, state);
    four[i] += drawn(&state, state);
  }
  for (int i = 0; i < N; i++)
    sum = (sum * 31 + one[i] + 3 * two[i] + 5 * three[i] + 7 * four[i]) % 1000003;
  printf("%ld\n", sum);
  return 0;
}
