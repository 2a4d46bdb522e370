/* C90: a histogram of each thread's own, and the place of an extreme, that `critical` merges.
   expect: offloaded=3
   flags: -ansi -Wpedantic -Wdeclaration-after-statement */
#include <stdio.h>
#include <string.h>

#define W 61
#define H 47

static unsigned char picture[H][W];
static unsigned count[256];

int main()
{
  int x, y, k, most = -1, where = -1;
  unsigned long sum = 0;
#pragma omp parallel for private(x)
  for (y = 0; y < H; y++)
    for (x = 0; x < W; x++)
      picture[y][x] = (unsigned char)((x * x + 3 * y) ^ (x >> 1));
#pragma omp parallel private(x, k)
  {
    unsigned mine[256];
    memset(mine, 0, sizeof mine);
#pragma omp for
    for (y = 0; y < H; y++)
      for (x = 0; x < W; x++)
        mine[picture[y][x]]++;
#pragma omp critical(merge)
    for (k = 0; k < 256; k++)
      count[k] += mine[k];
  }
#pragma omp parallel
  {
    int best = -1, at = -1;
#pragma omp for
    for (k = 0; k < 256; k++)
      if ((int)count[k] > best) {
        best = (int)count[k];
        at = k;
      }
#pragma omp critical
    if (best > most || (best == most && at < where)) {
      most = best;
      where = at;
    }
  }
  for (k = 0; k < 256; k++)
    sum += (k + 1UL) * count[k];
  printf("%lu %d %d\n", sum, most, where);
  return 0;
}
