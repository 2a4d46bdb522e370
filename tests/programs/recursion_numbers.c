/* Recursive functions of numbers.  expect: offloaded=2 */
#include <math.h>
#include <stdio.h>
#define N 64
static long r[12][N];
static double d[4][N];
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static unsigned ack(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1));
}
static int gcd(int a, int b) {
  if (b == 0)
    return a;
  return gcd(b, a % b);
}
static long hanoi(int n, int from, int to, int by, long *moves) {
  if (n == 0)
    return 0;
  long h = hanoi(n - 1, from, by, to, moves);
  ++*moves;
  h = h * 31 + from * 3 + to;
  return h + 7 * hanoi(n - 1, by, to, from, moves);
}
static long binomial(int n, int k) {
  if (k == 0 || k == n)
    return 1;
  return binomial(n - 1, k - 1) + binomial(n - 1, k);
}
static double power(double x, int n) {
  if (n == 0)
    return 1.0;
  if (n < 0)
    return 1.0 / power(x, -n);
  double half = power(x, n / 2);
  return n % 2 ? half * half * x : half * half;
}
static int tak(int x, int y, int z) { return y >= x ? z : tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y)); }
static double simpson(double a, double b, double fa, double fm, double fb) {
  return (b - a) / 6 * (fa + 4 * fm + fb) + 0 * a;
}
static double f(double x, double p) { return sin(p * x) / (1 + x * x); }
static double adapt(double a, double b, double fa, double fm, double fb, double whole, double eps, double p,
                    int depth) {
  double m = .5 * (a + b), lm = .5 * (a + m), rm = .5 * (m + b);
  double flm = f(lm, p), frm = f(rm, p);
  double left = simpson(a, m, fa, flm, fm), right = simpson(m, b, fm, frm, fb);
  double delta = left + right - whole;
  if (depth <= 0 || fabs(delta) <= 15 * eps)
    return left + right + delta / 15;
  return adapt(a, m, fa, flm, fm, left, eps / 2, p, depth - 1) +
         adapt(m, b, fm, frm, fb, right, eps / 2, p, depth - 1);
}
static int digits(unsigned long n) { return n < 10 ? (int)n : digits(n / 10) + (int)(n % 10); }
static int any(int n, int k) { return n > 0 && (n % k == 0 || any(n - 3, k)); }
static int all(int n, int k) { return n <= 0 || (n % 7 != k && all(n - 2, k)); }
static int female(int n);
static int male(int n) { return n == 0 ? 0 : n - female(male(n - 1)); }
static int female(int n) { return n == 0 ? 1 : n - male(female(n - 1)); }
static int collatz(unsigned long n, int steps) {
  while (n % 2 == 0) {
    n /= 2;
    steps++;
  }
  if (n == 1)
    return steps;
  return collatz(3 * n + 1, steps + 1);
}
static int partitions(int n, int most) {
  int s = 0, k;
  if (n == 0)
    return 1;
  for (k = 1; k <= most && k <= n; k++) {
    if (k == 3)
      continue;
    s += partitions(n - k, k);
  }
  return s;
}
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    long moves = 0;
    r[0][i] = fib(i % 18);
    r[1][i] = ack(2, i % 20);
    r[2][i] = gcd(i * 12, 96 + i);
    r[3][i] = hanoi(i % 9, 0, 2, 1, &moves);
    r[4][i] = moves;
    r[5][i] = binomial(i % 13, i % 13 / 2);
    r[6][i] = tak(i % 9, i % 5, i % 3);
    r[7][i] = digits(1234567ul * i) + 100 * any(i, 5) + 1000 * all(i, 3);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    r[8][i] = male(i % 30) * 100 + female(i % 30);
    r[9][i] = collatz(i + 1, 0);
    r[10][i] = partitions(i % 16, 8);
    d[0][i] = power(1.0 + i * .01, i - 20);
    double fa = f(0, i * .1), fm = f(.5, i * .1), fb = f(1, i * .1);
    d[1][i] = adapt(0, 1, fa, fm, fb, simpson(0, 1, fa, fm, fb), 1e-7, i * .1, 12);
  }
  for (int k = 0; k < 11; k++) {
    long h = 0;
    for (int i = 0; i < N; i++)
      h = h * 31 + r[k][i];
    printf("%d %ld\n", k, h);
  }
  for (int i = 0; i < N; i += 7)
    printf("%.12g %.12g\n", d[0][i], d[1][i]);
  return 0;
}
