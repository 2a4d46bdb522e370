/* Recursive functions in all forms: conversions at calls, frames with arrays and structures, loops, jumps, switches.
 * expect: offloaded=2 */
#include <stdbool.h>
#include <stdio.h>
#define N 40
typedef struct {
  short v[3];
  unsigned char c;
} pack;
static int glob;
static unsigned char narrow(unsigned char x, short y) {
  if (x == 0)
    return y;
  return narrow(x - 1, y * 3) + 200;
}
static bool odd(signed char n) { return n > 0 ? !odd(n - 1) : n < 0 ? !odd(n + 1) : false; }
static float mix(float a, double b, int n) {
  if (n < 1)
    return a + b;
  float t = mix(a * 1.1f, b / 3, n - 1);
  return t * b + mix(b, a, n - 2);
}
static pack pk(pack p, int n) {
  if (n == 0) {
    p.c ^= 7;
    return p;
  }
  p.v[n % 3] += n;
  pack q = pk(p, n - 1);
  q.v[0] ^= p.v[n % 3];
  return q;
}
static int side(int *count, int n) {
  ++*count;
  if (n == 0)
    return 1;
  int r = side(count, n - 1) - *count;
  r += side(count, n - 1) * 2;
  return r + *count;
}
static int assign(int *a, int n) {
  if (n < 0)
    return 0;
  a[n] = assign(a, n - 1) + n;
  a[n] += assign(a, n - 3);
  return a[n] % 97;
}
static int local(int n, int *up) {
  int here[4] = {n, n + 1, n * 2, 3};
  if (n == 0) {
    *up += 5;
    return 1;
  }
  int r = local(n - 1, &here[n % 4]);
  *up += here[n % 4] + r;
  for (int i = 0; i < 4; i++)
    r = r * 3 % 1009 + here[i];
  return r;
}
static int loops(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (i == 1)
      continue;
    if (i == 4)
      break;
    int k = i;
    while (k-- > 0) {
      if (k == 2)
        break;
      s += loops(n - 1 - i) + k;
    }
    switch (i) {
    case 0:
      s += loops(n - 2); /* falls through */
    case 2:
      s += 3;
      break;
    default:
      s -= loops(n - 3);
    }
  }
  return s + 1;
}
static int dow(int n) {
  int s = 0;
  do {
    if (n > 3) {
      s += dow(n - 2);
      n -= 1;
      continue;
    }
    s += n;
    n--;
  } while (n > 0);
  return s;
}
static unsigned long long big(unsigned n, unsigned long long acc) {
  return n == 0 ? acc : big(n - 1, acc * 6364136223846793005ull + n);
}
static int logic(int n, int m) {
  if (n <= 0)
    return m & 1;
  if (logic(n - 1, m) && (logic(n - 2, m + 1) || n % 3))
    return !logic(n - 3, m + 2);
  return (logic(n - 2, m) ? logic(n - 3, m + 1) : 0) + (m > 2);
}
static int three_b(int n), three_c(int n);
static int three_a(int n) { return n <= 0 ? 1 : three_b(n - 1) + n; }
static int three_b(int n) {
  int t = 0;
  for (int i = 0; i < 2; i++)
    t += three_c(n - i - 1);
  return t;
}
static int three_c(int n) {
  if (n <= 0)
    return 3;
  int x = three_a(n - 2);
  return x * 2 + (n % 2 ? three_b(n - 3) : 0);
}
static double sh(int n) {
  double x = n;
  {
    double x = n * 2;
    if (n > 0) {
      double y = sh(n - 1);
      x += y;
      {
        int x = n;
        if (x > 2)
          y -= sh(x - 3);
      }
      x -= y / 4;
    }
    if (n > 5)
      return x;
  }
  return x;
}
static int among(int n) {
  int x = n + 3, y = 2 * n;
  int *either[2] = {&x, &y};
  if (n == 0)
    return 1;
  int r = among(n - 1);
  *either[r & 1] += r;
  return r % 100 + *either[n % 2];
}
static int rows(int n) {
  int x[2] = {n, n + 1}, y[2] = {7 * n, n};
  const int *row[2];
  row[0] = x;
  row[1] = y;
  if (n < 1)
    return 2;
  int r = rows(n - 1) + rows(n - 2);
  return r % 1000 + row[n % 2][1];
}
static int old_style(a, b)
short a;
float b;
{
  if (a < 1)
    return (int)b;
  return old_style(a - 1, b * 1.5f) + a;
}
static int ops(int n) {
  int x = n;
  if (n < 1)
    return 1;
  x += ops(n - 1);
  x <<= ops(n - 2) & 3;
  x ^= ops(n - 3), x--;
  return x & 0xffff;
}
static int r[N][20];
static float fr[N];
static double dr[N];
static int arr[N][16];
static unsigned long long br[N];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int c = 0, up = i;
    pack p = {{i, 2, 3}, i};
    r[i][0] = narrow(i % 9, i);
    r[i][1] = odd(i % 13 - 6);
    fr[i] = mix(i, .5, i % 7);
    p = pk(p, i % 12);
    r[i][2] = p.v[0] * 31 + p.v[1] * 7 + p.v[2] + p.c;
    r[i][3] = side(&c, i % 6) + c;
    r[i][4] = assign(arr[i], i % 14);
    r[i][5] = local(i % 9, &up) + up;
    r[i][6] = loops(i % 8);
    r[i][7] = dow(i % 11);
  }
#pragma omp parallel for reduction(+ : glob)
  for (int i = 0; i < N; i++) {
    br[i] = big(i, i);
    r[i][8] = i;
    r[i][9] = logic(i % 9, i % 4);
    r[i][10] = three_a(i % 10) + three_b(i % 7) + three_c(i % 8);
    dr[i] = sh(i % 9);
    r[i][11] = old_style(i % 8, 1.25);
    r[i][12] = ops(i % 9) + 3 * among(i % 9) + rows(i % 8);
    r[i][13] = i;
    glob += r[i][13];
  }
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 14; k++)
      h = h * 31 + r[i][k];
  for (int k = 0; k < 14; k++) {
    unsigned g = 0;
    for (int i = 0; i < N; i++)
      g = g * 31 + r[i][k];
    printf("%d:%u ", k, g);
  }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 16; k++)
      h = h * 31 + arr[i][k];
  printf("%u %d %llu\n", h, glob, br[N - 1]);
  for (int i = 0; i < N; i += 5)
    printf("%.6g %.9g ", fr[i], dr[i]);
  puts("");
}
