/* Ranges of cases: of numbers, characters, enumeration constants and negative numbers, with fall-through, in
 * a function and in an inner loop.  expect: offloaded=3 */
#include <stdio.h>

#define N 300

enum level { NONE, LOW, MIDDLE, HIGH, TOP };

static int kinds[128], values[N];

static int kind_of(char c)
{
  switch (c) {
  case 'a' ... 'z':
  case 'A' ... 'Z':
    return 1;
  case '0' ... '9':
    return 2;
  case '_':
    return 3;
  case 0 ... ' ':
    return 4;
  }
  return 0;
}

int main(void)
{
  long sum = 0;
  int i;

#pragma omp parallel for
  for (i = 0; i < 128; i++)
    kinds[i] = kind_of((char)i);
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int k, value = 0;

    for (k = 0; k < 4; k++) {
      switch ((i + k) % 21 - 10) {
      case -10 ... -4:
        value += 1;
        /* fall through */
      case -3:
        value += 10;
        break;
      case -2 ... 3:
        if (i % 2)
          continue;
        value -= 7;
        break;
      default:
        value += 100;
      }
      value *= 2;
    }
    values[i] = value;
  }
#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < N; i++)
    switch ((enum level)(i % 5)) {
    case NONE:
      break;
    case LOW ... HIGH:
      sum += values[i];
      break;
    case TOP:
      sum -= kinds[i % 128];
    }
  for (i = 0; i < 128; i++)
    putchar('0' + kinds[i]);
  printf("\n%d %d %ld\n", values[17], values[201], sum);
  return 0;
}
