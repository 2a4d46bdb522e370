/* Pointers that functions move for their caller: scanners of text, readers and writers of numbers of variable length,
 * a parser whose functions call each other, a merge of two rows, a buffer of an iteration's own, and parameters.
 * expect: offloaded=6 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, WIDTH = 64, FAR = 1 << 16 };

static char lines[N][WIDTH], field[FAR];
static uint8_t coded[N][WIDTH];
static unsigned sums[N], back[N];
static int values[N], at[N], merged[N], filled[N], words[N], one[N + 50], other[N + 50];
static const char *const formulas[4] = {"1+2*3", "(1+2)*3+4", "((7))*(2+3*(1+1))", "9*9+(8*8)*2"};
static char formula[4][32];

static unsigned number(const char *p, const char *end, const char **after)
{
  unsigned v = 0;
  while (p < end && *p >= '0' && *p <= '9')
    v = v * 10 + (unsigned)(*p++ - '0');
  if (after != NULL)
    *after = p;
  return v;
}

static void skip(const char **p)
{
  while (**p == ' ')
    ++*p;
}

static int token(const char **p)
{
  skip(p);
  int found = *(*p)++;
  skip(&*p);
  return found;
}

static void put(uint8_t **to, uint32_t v)
{
  for (; v >= 128; v >>= 7)
    *(*to)++ = (uint8_t)(v | 128);
  **to = (uint8_t)v;
  *to += 1;
}

static uint32_t get(const uint8_t **from)
{
  uint32_t v = 0;
  for (int shift = 0;; shift += 7) {
    uint8_t byte = *(*from)++;
    v |= (uint32_t)(byte & 127) << shift;
    if (byte < 128)
      return v;
  }
}

static void move(const char **p, int by) { *p += by; }

/* The next word of a text, which moves behind it. */
static int word(const char **text, int *length)
{
  const char *from = *text;
  skip(&from);
  const char *p = from;
  while (*p != 0 && *p != ' ')
    p++;
  *length = (int)(p - from);
  *text = p;
  return p > from;
}

static int lengths(const char *text)
{
  int found = 0, length;
  while (word(&text, &length))
    found = found * 10 + length;
  return found * 100 + *text;
}

static int sum(const char **s);

static int atom(const char **s)
{
  int v = 0;
  if (**s == '(') {
    ++*s;
    v = sum(s);
    ++*s;
    return v;
  }
  while (**s >= '0' && **s <= '9')
    v = v * 10 + *(*s)++ - '0';
  return v;
}

static int product(const char **s)
{
  int v = atom(s);
  while (**s == '*') {
    ++*s;
    v *= atom(s);
  }
  return v;
}

static int sum(const char **s)
{
  int v = product(s);
  while (**s == '+') {
    ++*s;
    v += product(s);
  }
  return v;
}

static int least(const int **a, const int **b) { return **a <= **b ? *(*a)++ : *(*b)++; }

static void fill(char **to, char c, int n)
{
  while (n-- > 0)
    *(*to)++ = c;
}

int main(void)
{
  unsigned long check = 0;
  for (int i = 0; i < N; i++)
    snprintf(lines[i], WIDTH, "%d + %d   * %d", i * 7, i * i, i + 3);
  for (int i = 0; i < FAR; i++)
    field[i] = (char)(i * 31 % 127);
  for (int i = 0; i < N + 50; i++) {
    one[i] = i * 3;
    other[i] = i * 2 + 1;
  }
  for (int k = 0; k < 4; k++)
    snprintf(formula[k], sizeof formula[k], "%s", formulas[k]);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const char *p = lines[i], *end = p + WIDTH, *q;
    unsigned a = number(p, end, &q), op = (unsigned)token(&q);
    unsigned b = number(q, end, &q), op2 = (unsigned)token(&q), c = number(q, end, &p);
    sums[i] = a + b * 3 + c * 5 + op * 7 + op2 + (unsigned)(p - lines[i]);
    uint8_t *to = coded[i];
    put(&to, a);
    put(&to, b);
    put(&to, sums[i]);
    const uint8_t *from = coded[i];
    back[i] = get(&from) * 3;
    back[i] += get(&from);
    back[i] ^= get(&from);
    back[i] += (unsigned)(to - from);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const char *p = field + i * 7;
    move(&p, i * 60);
    move(&p, i * 40);
    at[i] = *p + (int)(p - field);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const char *p = formula[i % 4];
    values[i] = sum(&p) * 100;
    values[i] += (int)(p - formula[i % 4]);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const int *a = one + i, *b = other + i;
    for (int k = 0; k < 40; k++)
      merged[i] = merged[i] % 1000 * 5 + least(&a, &b);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    char buffer[64], *to = buffer;
    fill(&to, (char)('a' + i % 5), i % 20);
    fill(&to, 'z', 10);
    filled[i] = (int)(to - buffer);
    for (const char *p = buffer; p < to; p++)
      filled[i] = filled[i] % 10000 * 7 + *p;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    words[i] = lengths(lines[i]) + (int)number(lines[i], lines[i] + WIDTH, NULL);
  for (int i = 0; i < N; i++) {
    check = check * 31 + sums[i] + back[i];
    check = check * 31 + (unsigned)(at[i] + values[i] * 3 + merged[i] * 5 + filled[i] * 7 + words[i] * 11);
    for (int k = 0; k < WIDTH; k++)
      check = check * 31 + coded[i][k];
  }
  printf("%lu\n", check);
  return 0;
}
