/* Pointers that lead to strings: the launch asks how long these are.  One string holds a zero, so that its loop stays.
 * expect: offloaded=4 idle=1 */
#include <stdio.h>

#define N 64

static const char *letters = "ACGTNRYK";
static const unsigned char *marks = (const unsigned char *)"+-*/%";
static const char *zeros = "ab\0cd";

static int spread(const char *text, int seed)
{
  int sum = seed;
  for (const char *p = text; *p; p++)
    sum = sum * 3 + *p;
  return sum & 0xffff;
}

int main(int argc, char **argv)
{
  int x[N], sum = 0;
  const char *word = argc > 1 ? argv[0][0] ? "given" : "empty" : "nothing is given";

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = letters[i % 8] + (word[i % 5] == 'n') + marks[i % 5];
  for (int i = 0; i < N; i++)
    sum += x[i] * i;
  printf("%d\n", sum);

  letters = "another one, of another length";
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = spread(letters, i) + letters[i % 29];
  for (int i = 0; i < N; i++)
    sum += x[i] * i;
  printf("%d\n", sum);

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = zeros[i % 6];
  for (int i = 0; i < N; i++)
    sum += x[i] * i;
  printf("%d\n", sum);

  word = NULL;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = i < N + argc - 1 ? i : word[i];
  for (int i = 0; i < N; i++)
    sum += x[i] * i;
  printf("%d\n", sum);
  return 0;
}
