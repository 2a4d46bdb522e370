/* Histogram by atomic, of bytes from a simple generator.  expect: offloaded=2  small: -DN=1500 */
#include <stdio.h>

#ifndef N
#define N 20000
#endif
#define BINS 64

static unsigned char data[N];
static unsigned bins[BINS];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    unsigned x = (unsigned)i * 747796405u + 2891336453u;

    x = ((x >> ((x >> 28) + 4)) ^ x) * 277803737u;
    data[i] = (unsigned char)((x >> 22) ^ x);
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    bins[data[i] / 4]++;
  }
  for (i = 0; i < BINS; i++)
    printf("%u%c", bins[i], i % 8 == 7 ? '\n' : ' ');
  return 0;
}
