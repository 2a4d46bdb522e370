/* Functions with macros of their names: of `tgmath.h`, of `ctype.h` where compilers optimise, and of the program.
 * expect: offloaded=3 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <tgmath.h>

#define N 3000

static int calls;

static int twice(int x)
{
  return 2 * x;
}
#define twice(x) (calls += 1, twice((x) + 1))

int main(void)
{
  static char text[N + 1];
  static float single[N];
  static double x[N];
  int letters = 0, hist[26] = {0}, bins[8] = {0}, odd[4] = {0};
  double sum = 0;

  for (int i = 0; i < N; i++) {
    text[i] = 32 + i * 7919 % 95;
    single[i] = i * .5f;
    x[i] = i;
  }
#pragma omp parallel reduction(+ : letters) reduction(+ : hist[:26])
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
      char c = text[i];
      if (isalpha(c)) {
        letters++;
        hist[tolower(c) - 'a'] += toupper(c) == c ? 1 : 2;
      }
    }
  }
  printf("%d %d %d\n", letters, hist[0], hist[25]);
#pragma omp parallel reduction(+ : sum) reduction(+ : bins[:8])
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
      float root = sqrt(single[i]);
      double power = pow(x[i], .3) + fabs(x[i] - 3);
      sum += floor(power) + fmax(root, 2.f);
      bins[(int)fmod(x[i], 8.0)]++;
    }
  }
  printf("%.6g %d %d\n", sum, bins[0], bins[7]);
#pragma omp parallel reduction(+ : calls) reduction(+ : odd[:4])
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      odd[twice(i) % 4]++;
  }
  printf("%d %d %d\n", calls, odd[0], odd[2]);
  return 0;
}
