/* Floating-point numbers as conditions, also of `?:`, where OpenCL C takes none.
 *
 * expect: offloaded=1
 */
#include <stdio.h>

int main(void)
{
  double a[100], s = 0;
  float f[100];
  long n = 0;
  for (int i = 0; i < 100; i++) {
    a[i] = i % 5 - 2;
    f[i] = (float)(i % 3);
  }
#pragma omp parallel for reduction(+ : s, n)
  for (int i = 0; i < 100; i++) {
    double x = a[i];
    s += x ? 1.5 : 2.5;
    s += (a[i] && f[i]) ? 1 : 3;
    s += (n++, a[i]) ? 1 : 0;
    n += a[i] ? f[i] ? 1 : 2 : 3;
    n += (a[i] && f[i]) + (a[i] || f[i]);
    n += !f[i] + !!a[i];
    if (a[i])
      n++;
    if (!a[i])
      n += 2;
    while (x) {
      x -= x > 0 ? 1 : -1;
      n++;
    }
    for (x = 3; x; x--)
      n++;
    _Bool both = a[i];
    n += both;
  }
  printf("%g %ld\n", s, n);
  return 0;
}
