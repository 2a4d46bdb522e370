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

static int third(int *row, int *at)
{
  int total = 0;
  for (int k = 0; k < 30; k++) {
    *at = 2;
    total += row[k % 3];
  }
  return total;
}

static int doubled(int *values, int n)
{
  for (int k = 0; k < n; k++)
    values[k] *= 2;
  return n;
}

int main(void)
{
  static int one[N], two[N], three[N], four[N], five[N];
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
    /* What is evaluated before a call is not evaluated behind what the function does. */
    int x = i, rows[3][3] = {{i, 1, 2}, {3, i, 4}, {5, 6, i}}, list[40] = {3, 1, 4, 1, 5, i}, k = 1;
    five[i] = next(&x) - added(&x, n);
    five[i] = five[i] * 3 + (x - added(&x, n));
    five[i] = five[i] * 3 + list[4] + doubled(list, 40) + list[5];
    five[i] = five[i] * 3 + third(rows[k], &k);
  }
  for (int i = 0; i < N; i++)
    sum = (sum * 31 + one[i] + 3 * two[i] + 5 * three[i] + 7 * four[i] + 11 * five[i]) % 1000003;
  printf("%ld\n", sum);
  return 0;
}
