/* &, | and ^ over several integer types.  expect: offloaded=1 */
#include <stdio.h>

#define N 500

static unsigned a[N];

int main(void)
{
  int i;
  unsigned all = 0xffffff0fu, any = 1u << 30;
  unsigned long parity = 0xf00dUL << 32;
  unsigned char low = 0xf0;

  for (i = 0; i < N; i++)
    a[i] = ((unsigned)i * 2654435761u) | 0x00810000u;
#pragma omp parallel for reduction(& : all) reduction(| : any, low) reduction(^ : parity)
  for (i = 0; i < N; i++) {
    all &= a[i] | 0x0000fff0u;
    any |= a[i] & 0x00ff0000u;
    parity ^= (unsigned long)a[i] << (i % 31);
    low |= (unsigned char)(a[i] & 3u);
  }
  printf("%x %x %lx %x\n", all, any, parity, low);
  return 0;
}
