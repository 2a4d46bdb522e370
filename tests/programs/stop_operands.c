/* Error paths in operands that are evaluated under a condition, and in heads of loops.  expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

#define N 60

static int a[N], b[N], c[N];

static int checked(int x)
{
  if (x < 0)
    printf("bad: %d\n", x);
  return x * 3;
}

static int failed(const char *text)
{
  puts(text);
  return -1;
}

int main(void)
{
  for (int i = 0; i < N; i++)
    a[i] = i * 7 % 11;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    b[i] = a[i] > 4 && checked(a[i] - 5) > 6;
    b[i] += 2 * (a[i] < 3 || checked(a[i] - 3) % 2);
    b[i] += 10 * (a[i] % 2 ? checked(a[i]) : a[i] > 6 ? checked(a[i] + 1) - 1 : 100);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int k = a[i], n = 0;
    while (k > 0 && checked(k) > 6)
      k--, n++;
    for (int j = 0; checked(j) < 20; j++) {
      if (j == 3)
        continue;
      n += j;
    }
    c[i] = n * 100 + k;
  }
  for (int i = 0; i < N; i++)
    printf("%d:%d%c", b[i], c[i], i % 10 == 9 ? '\n' : ' ');
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    c[i] = i == 17 ? failed("seventeen") + 1000 : c[i] + (i == 20 && checked(i - 40));
  for (int i = 0; i < N; i++)
    printf("%d%c", c[i], i % 10 == 9 ? '\n' : ' ');
  return 0;
}
