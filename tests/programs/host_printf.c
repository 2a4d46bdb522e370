/* printf of single elements and of a string that a device wrote.  expect: offloaded=2 */
#include <stdio.h>

#define N 26

static char word[N + 1];
static double a[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    word[i] = (char)('a' + (i * 7) % 26);
    a[i] = i / 8.0;
  }
  printf("%s %c\n", word, word[3]);
  puts(word + 20);
  printf("%.12g %.12g\n", a[0], a[N - 1]);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] *= word[i];
  printf("%.12g %.12g\n", a[1], *(a + 5));
  return 0;
}
