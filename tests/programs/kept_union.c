/* The bits of a float through a union, which is kept; and through bytes, which every device can read.
 * expect: offloaded=1 kept=K021 */
#include <stdio.h>

#define N 10

static float values[N];
static unsigned bits[N], bytes[N];

int main(void)
{
  int i;

  for (i = 0; i < N; i++)
    values[i] = 0.5f * (float)i;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    union {
      float real;
      unsigned whole;
    } u;

    u.real = values[i];
    bits[i] = u.whole;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    bytes[i] = ((const unsigned char *)values)[4 * i + 3];
  for (i = 0; i < N; i++)
    printf("%x %x\n", bits[i], bytes[i]);
  return 0;
}
