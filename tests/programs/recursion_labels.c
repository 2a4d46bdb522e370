/* Recursive functions with labels of a switch in loops, blocks and conditions.  expect: offloaded=2 */
#include <stdio.h>
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#pragma GCC diagnostic ignored "-Wswitch-unreachable"
#define N 48
static int r[5][N];
static int declared_before(int n)
{
  int s = 0;
  switch (n % 4) {
    int z;
  case 3:
    z = 4;
    s += z + declared_before(n - 2);
  default:
    s++;
  case 1: {
    s += 5;
  case 2:
    s += n > 2 ? 1 : 0;
  }
  }
  return s;
}
static int device(int n, int k)
{
  int s = 0, m = (k + 3) / 4;
  if (n <= 0)
    return k;
  switch (k % 4) {
  case 0:
    do {
      s += device(n - 1, k - 1);
    case 3:
      s += 3;
    case 2:
      if (s > 50) {
      case 7:
        s -= 2;
        break;
      }
      s = s * 2;
    case 1:
      s++;
    } while (--m > 0);
  }
  return s;
}
static int within(int n)
{
  int s = 0, i = 1;
  if (n <= 0)
    return 1;
  switch (n % 5) {
    int z;
    s = 100;
  case 0:
    z = 3;
    for (i = 0; i < 3; i++) {
      s += z;
    case 1:
      z = 2;
      s++;
    }
    break;
    s += 20;
  case 2:
    switch (n % 3) {
    case 0:
      s += 3;
      break;
    case 1:
      s += 4;
    default:
      s *= 2;
    }
  case 3:
    s += 4;
  }
  return s + within(n - 1);
}
static int single(int n)
{
  switch (n)
  case 3:
    return single(n - 1) + 4;
  switch (n % 2)
  default:
    if (n > 0)
      n = single(n - 2);
  return n;
}
static int left(int n)
{
  if (n <= 0)
    return 0;
  switch (n & 3) {
  case 1:
    return left(n - 1) + 1;
    n = 5;
  case 2:
    n--;
    break;
    {
    case 3:
      return 7;
    }
  default:
    return left(n - 2);
  }
  return left(n - 1) + n;
}
int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    r[0][i] = declared_before(i % 9);
    r[1][i] = device(i % 4, i % 7);
    r[2][i] = within(i % 12);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    r[3][i] = single(i % 12);
    r[4][i] = left(i % 12);
  }
  for (int k = 0; k < 5; k++)
    for (int i = 0; i < N; i++)
      printf("%d %d %d\n", k, i, r[k][i]);
  return 0;
}
