/* Expressions and blocks as generators of code write them: nested far deeper than people do.
   expect: offloaded=2 */
#include <stdio.h>
#define TWICE(x) x x
#define FOUR(x) TWICE(TWICE(x))
#define SIXTEEN(x) FOUR(FOUR(x))
#define MANY(x) SIXTEEN(SIXTEEN(x)) FOUR(SIXTEEN(x))

static int a[64], b[64];

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    a[i] = i MANY(+ i);
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    MANY({) b[i] = a[i] + 1; MANY(})
  }
  printf("%d %d\n", a[7], b[9]);
  return 0;
}
