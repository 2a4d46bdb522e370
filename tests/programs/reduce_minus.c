/* The operator -, which adds up partial results like +.  expect: offloaded=1 */
#include <stdio.h>

#define N 400

int main(void)
{
  int i, left = 100000;
  double rest = 50.0;

#pragma omp parallel for reduction(- : left, rest)
  for (i = 0; i < N; i++) {
    left -= i % 9;
    rest -= 0.125 * (i % 4);
  }
  printf("%d %.12g\n", left, rest);
  return 0;
}
