/* Conditions that the host evaluates, too, have conversions to types that C calls by other names than OpenCL C.
 *
 * expect: offloaded=1
 */
#include <stdio.h>

enum { N = 200 };

struct options {
  int kind;
  short levels[8];
};

static double values[N];

static void relax(const struct options *o, const int *table, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = values[i];
    for (int r = 0; r < 4; r++) {
      if (table[(unsigned)47 % 8] > 3)
        sum += 0.5;
      else
        sum = sum * 0.75 + sum * 0.125 + 1.0;
      if ((unsigned char)o->kind == 2)
        sum -= 0.25;
      if ((unsigned long)o->levels[3] >= (unsigned short)9)
        sum *= 0.5;
    }
    values[i] = sum;
  }
}

int main(void)
{
  struct options o = {258, {0, 1, 2, -1, 4, 5, 6, 7}};
  int table[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int i = 0; i < N; i++)
    values[i] = i * 0.5;
  relax(&o, table, N);
  o.kind = 3;
  table[7] = 2;
  relax(&o, table, N);
  double sum = 0.0;
  for (int i = 0; i < N; i++)
    sum += values[i] * (i % 5);
  printf("%.12g %.12g\n", sum, values[N - 1]);
  return 0;
}
