/* Variables of threads' own, where a block of the function declares another variable of the same name: which one a
 * construct means is not decided by the name, so loops that reduce it or keep its extreme stay.
 * expect: offloaded=0 kept=K001,K019,K019 */
#include <stdio.h>

enum { N = 1000 };

#pragma omp declare reduction(most : double, int : omp_out = omp_in > omp_out ? omp_in : omp_out) \
    initializer(omp_priv = -100000)

static double value[N], highest[8], top = -1e9, least = 1e9;
static int bin[N], place;

int main(void)
{
  for (int i = 0; i < N; i++) {
    value[i] = (i * 7919 + 13) % 1009 / 50.0 - 7.13;
    bin[i] = (i * 31 + 5) % 8;
  }
  {
    double highest[2] = {value[3], value[4]};
    int top = (int)value[5], least = (int)value[6];
    printf("%g %d %d\n", highest[1] - highest[0], top, least);
  }
#pragma omp parallel for reduction(most : highest)
  for (int i = 0; i < N; i++)
    if (value[i] > highest[bin[i]])
      highest[bin[i]] = value[i];
#pragma omp parallel for reduction(most : top)
  for (int i = 0; i < N; i++)
    if (value[i] > top)
      top = value[i];
#pragma omp parallel for
  for (int i = 0; i < N; i++)
#pragma omp critical
    if (value[i] < least || (value[i] == least && i < place)) {
      least = value[i];
      place = i;
    }
  for (int k = 0; k < 8; k++)
    printf("%g ", highest[k]);
  printf("%g %g %d\n", top, least, place);
  return 0;
}
