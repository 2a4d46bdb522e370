/* Flags that change the types: plain characters without a sign, small enumerations.
 *
 * expect: offloaded=2
 * flags: -funsigned-char -fshort-enums
 */
#include <stdio.h>

enum colour { RED, GREEN, BLUE };
static enum colour map[64];
static char bytes[64];

int main(void)
{
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    map[i] = (enum colour)(i % 3);
    bytes[i] = (char)(i * 7);
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 64; i++)
    sum += bytes[i] > 0 ? bytes[i] << map[i] : -1;
  printf("%zu %d\n", sizeof map, sum);
  return 0;
}
