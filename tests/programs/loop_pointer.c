/* Loops that a pointer counts, up and down, by one and more, through arrays, blocks and structures; in a reduction and
   in a collapsed nest.  expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>

struct item {
  double v;
  int n;
};

static double a[3000], b[3000];
static struct item items[500];

static void scale(double *first, double *last, double f)
{
#pragma omp parallel for schedule(static, 7)
  for (double *p = first; p != last; ++p)
    *p *= f;
}

int main(void)
{
  double *m = malloc(3000 * sizeof *m), *q, sum = 0, rest = 0;
  struct item *it;
  const double *r;
  int i;
#pragma omp parallel for
  for (q = m + 2999; q >= m; q -= 3) {
    q[0] = (double)(q - m);
    if (q - m >= 2) {
      q[-1] = 1;
      q[-2] = 2;
    }
  }
#pragma omp parallel for
  for (double *p = a + 10; p < &a[2990]; p += 2)
    p[0] = p[1] = (double)(p - a) * 0.5;
  scale(a, a + 3000, 2.0);
  scale(m + 5, m + 2000, 0.5);
#pragma omp parallel for
  for (it = items; it <= items + 499; it++) {
    it->v = (double)(it - items);
    it->n = (int)(it - items) % 7;
  }
#pragma omp parallel for reduction(+ : sum)
  for (r = a; r < a + 3000; r++)
    sum += *r + m[r - a];
#pragma omp parallel for collapse(2)
  for (i = 0; i < 3; i++)
    for (double *p = b; p < b + 1000; p++)
      p[i * 1000] = i + (double)(p - b);
  for (i = 0; i < 3000; i++)
    rest += b[i] * (i % 5) + m[i];
  for (i = 0; i < 500; i++)
    rest += items[i].v * items[i].n;
  printf("%.10g %.10g\n", sum, rest);
  free(m);
  return 0;
}
