/* `goto` that leads back: one loop or several in each other, in blocks, beside forward jumps, as translators of Fortran
   write them, beside `continue`, and in functions that loops call.  Kept is a jump into a loop.
   expect: offloaded=7 kept=K010 */
#include <stdio.h>

#define N 300

static int steps[N], digits[N], kind[N], found[N];
static double root[N], grid[N];

static int collatz(int x)
{
  int count = 0;

loop:
  if (x == 1)
    return count;
  x = x % 2 ? 3 * x + 1 : x / 2;
  count++;
  goto loop;
}

static int number(const char *s)
{
  int value = 0, sign = 1;

start:
  switch (*s) {
  case ' ':
    s++;
    goto start;
  case '-':
    sign = -sign;
    s++;
    goto start;
  case 0:
    return 0;
  default:
    break;
  }
digits:
  if (*s >= '0' && *s <= '9') {
    value = value * 10 + *s++ - '0';
    goto digits;
  }
  return sign * value;
}

static void translated(void)
{
  static const char text[4][8] = {"  12", "-7", "- -90", ""};

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    steps[i] = collatz(i + 1) + number(text[i % 4]);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int x = i * 37;

    digits[i] = 0;
  again:
    if (x > 9) {
      x /= 10;
      digits[i]++;
      goto again;
    }
    digits[i] += 100 * x;
  }
  /* two labels, of which one is in the reach of the other, and a way out forward */
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const double x = i % 50;
    double y = x / 2 + 1, last;
    int tries = 0;

  L10:
    last = y;
    tries++;
  L20:
    y = 0.5 * (y + x / y);
    if (++tries > 40)
      goto L99;
    if (tries % 3 != 0)
      goto L20;
    if (last - y > 1e-9)
      goto L10;
    root[i] = y;
    continue;
  L99:
    root[i] = -y;
  }
  /* ranges that overlap */
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int a = i, b = 0;

  first:
    a = a * 2 + 1;
  second:
    b++;
    if (a % 2 && a < 500)
      goto first;
    a++;
    if (b < 3 + i % 3)
      goto second;
    kind[i] = a + b;
  }
  /* out of loops inside, and in a block */
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int limit = 3 + i % 11, sum = 0;

    if (i % 2) {
    next:
      for (int k = 0; k < limit; k++)
        for (int m = 0; m < k; m++) {
          sum += k * m;
          if (sum % 13 == 5 && limit > 2) {
            limit--;
            sum++;
            goto next;
          }
        }
      found[i] = sum;
    } else
      found[i] = -limit;
  }
  /* a declaration in the loop that the jumps make */
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double x = i;

  more:;
    double half = x / 2;

    if (half > 1) {
      x = half;
      goto more;
    }
    grid[i] = x + half;
  }
}

static void others(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int x = digits[i], turns = 0;

    if (x % 2)
      goto inside;
    while (x > 50) {
      x -= 20;
    inside:
      x -= 3;
      turns++;
    }
    if (turns == 1)
      goto inside;
    found[i] += x;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int x = digits[i];

  again:
    if (x < 0)
      continue;
    x -= 7;
    if (x > 20)
      goto again;
    kind[i] += x;
  }
}

int main(void)
{
  double sum = 0;
  long all = 0;

  translated();
  for (int i = 0; i < N; i++) {
    all += steps[i] * (i % 5) + digits[i] + kind[i] + found[i];
    sum += root[i] * (i % 3 + 1) + grid[i];
  }
  printf("%ld %.6f\n", all, sum);
  others();
  for (int i = 0; i < N; i++)
    all += kind[i] - found[i];
  printf("%ld\n", all);
  return 0;
}
