#include "../transforms/scalars/cases.c"

#include <stdio.h>

int main(void)
{
  for (int i = 0; i < N; i++) {
    p[i] = 0.001 * ((i * 7) % 13);
    q[i] = 0.0;
    r[i] = 0.002 * ((i * 5) % 11);
  }
  printf("%.9g\n", chain(3));
  printf("%.9g\n", asked(0.5));
  for (int i = 0; i < N; i += 111)
    printf("%.9g %.9g %.9g\n", p[i], q[i], r[i]);
  return 0;
}
