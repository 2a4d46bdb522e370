/* `linear` variables of work-shared loops: of several types, with steps that are constants and that are not, of loops
   that count up, down and in steps, collapsed ones, and with last values that are used.  expect: offloaded=12 idle=1 */
#include <stdio.h>

#define N 600

static int a[4 * N], b[4 * N];
static long last;

static void show(const char *what, long value)
{
  long sum = 0;
  for (int i = 0; i < 4 * N; i++)
    sum += (long)a[i] * (i % 13) + b[i];
  printf("%s: %ld %ld\n", what, value, sum);
}

static short narrow(short at, signed char step)
{
#pragma omp parallel for linear(at : step + 1)
  for (long i = 16; i < 64; i++) {
    a[at] = (int)i;
    at += step + 1;
  }
  return at;
}

static unsigned long wide(unsigned long at, long by)
{
#pragma omp parallel for linear(at : by) schedule(static, 7)
  for (short i = 3; i < 90; i++) {
    b[at] = i;
    at = at + by;
    b[at - 1] += 2;
  }
  return at;
}

int main(void)
{
  int j = 5, k = 2 * N, m = 0, n = N;
  unsigned u = 4000000000u;

#pragma omp parallel for linear(j : 3)
  for (int i = 0; i < n; i++) {
    a[j] = i;
    j += 3;
  }
  show("up", j);
#pragma omp parallel for linear(k : -2)
  for (int i = n; i > 10; i--) {
    k -= 2;
    b[k] += i;
  }
  show("down", k);
#pragma omp parallel for linear(j, k)
  for (int i = 3; i < n; i += 7) {
    a[k++] += b[j - 1];
    ++j;
  }
  show("bare", j + k);
  j = 1;
#pragma omp parallel for simd linear(j)
  for (int i = n; i >= 5; i -= 4) {
    a[i] += j;
    j++;
  }
  show("simd", j);
  j = 2;
#pragma omp parallel for collapse(2) linear(j : 2) schedule(dynamic)
  for (int i = 1; i < 20; i++)
    for (int l = 10; l > 0; l -= 3) {
      b[j] = i * l;
      j += 2;
    }
  show("collapse", j);
  j = 3;
#pragma omp parallel for collapse(4) linear(j)
  for (int i = 0; i < 3; i++)
    for (unsigned l = 4; l > 0; l -= 2)
      for (long o = 0; o < 5; o++)
        for (short p = 2; p < 20; p += 4) {
          a[j] += i * 1000 + (int)l * 100 + (int)o * 10 + p;
          j++;
        }
  show("four", j);
  j = 7;
#pragma omp parallel
  {
#pragma omp for linear(j : n / 300) nowait
    for (int i = 0; i < n; i++) {
      int old = b[j];
      b[j] = old + i;
      j += n / 300;
    }
#pragma omp for linear(u : 16777216) lastprivate(m)
    for (int i = 0; i < 50; i++) {
      m = (int)(u >> 24);
      a[i] = m;
      u += 16777216;
    }
  }
  show("region", (long)j + m + u);
  last = 3;
#pragma omp parallel for linear(last : 2)
  for (unsigned i = 0; i < 100u; i++) {
    a[i] += (int)last;
    last += 2;
  }
  show("static", last);
  j = 9;
#pragma omp parallel for linear(j : 2)
  for (int i = 4; i < m - m; i++) {
    a[j] = 1;
    j += 2;
  }
  show("empty", j);
  printf("%d\n", narrow(8, 3));
  printf("%lu\n", wide(1, 5));
  show("end", 0);
  return 0;
}
