/* Character constants and qualified types where a plain char has no sign.  expect: offloaded=1
 * flags: -funsigned-char -Wno-type-limits -Wno-overflow */
#include <stdio.h>

#define N 64

typedef const char Letter;

static char c[N];
static signed const char with_sign[N] = {-1, -2, 3};
static int found[N];

static int is_negative(Letter *at)
{
  return *at < 0;
}

int main(void)
{
  int sum = 0;

  for (int i = 0; i < N; i++)
    c[i] = (char)(i * 5);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    char mine = 200;

    found[i] = c[i] + (c[i] < 0) * 1000 + ('\xfe' > 0) * 500 + '\376' + is_negative(&c[i]) * 7;
    found[i] += (with_sign[i] < 0) * 3000 + mine;
    c[i] = (char)-c[i];
    found[i] += c[i] >> 1;
  }
  for (int i = 0; i < N; i++)
    sum = (sum * 31 + found[i] + c[i]) % 1000003;
  printf("%d\n", sum);
  return 0;
}
