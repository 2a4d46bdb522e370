/* Static tables of a file without loops, which other files' loops reach through pointers.
 *
 * expect: offloaded=2
 * with: support/weights.c
 */
#include <stdio.h>

struct material {
  const char *name;
  double weight, factor;
};
static const struct material materials[] = {{"steel", 7.8, 0.3}, {"wood", 0.6, 0.4}, {"cork", 0.2, 0}};
static double out[40], limits[4] = {1, 2, 3, 4};
static int kinds[40];

void weigh(const struct material *materials, const int *kinds, double *out, int n);
double limited(const double *x, const int *kinds, const double *limits, int n);

int main(void)
{
  for (int i = 0; i < 40; i++)
    kinds[i] = i * i % 3;
  weigh(materials, kinds, out, 40);
  limits[1] = 0.5;
  printf("%s %g %g\n", materials[0].name, limited(out, kinds, limits, 40), out[7]);
  limits[2] = 0.1;
  printf("%g\n", limited(out, kinds, limits, 40));
  return 0;
}
