/* What the numbers in texts mean (C11 7.22.1): `strtol`, `strtod`, `atof` and their like, in the locale "C".
 *
 * A function whose name ends in `_value` gives the number that a text begins with, one in `_length` how many
 * characters that takes, blanks included, or 0 where there is none. */

static unsigned long blanks(const char *s)
{
  unsigned long i = 0;
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
    i++;
  return i;
}

static int digit(char c)
{
  const int small = c | 32;
  return c >= '0' && c <= '9' ? c - '0' : small >= 'a' && small <= 'z' ? small - 'a' + 10 : 36;
}

/* Where the digits of an integer begin behind its sign; `base` 0 is that of the text. */
static unsigned long behind_prefix(const char *s, unsigned long i, int *base)
{
  const int hex = s[i] == '0' && (s[i + 1] | 32) == 'x' && digit(s[i + 2]) < 16;
  if (*base == 0)
    *base = hex ? 16 : s[i] == '0' ? 8 : 10;
  return hex && *base == 16 ? i + 2 : i;
}

static unsigned long behind_sign(const char *s, int *negative)
{
  const unsigned long i = blanks(s);
  *negative = s[i] == '-';
  return s[i] == '-' || s[i] == '+' ? i + 1 : i;
}

static unsigned long magnitude(const char *s, int base, int *negative, int *large)
{
  unsigned long i = behind_sign(s, negative), value = 0;
  *large = 0;
  i = behind_prefix(s, i, &base);
  for (; digit(s[i]) < base; i++) {
    const unsigned long one = (unsigned long)digit(s[i]);
    *large |= value > (~0ul - one) / (unsigned long)base;
    value = value * (unsigned long)base + one;
  }
  return value;
}

static long strtol_value(const char *s, int base)
{
  int negative, large;
  const unsigned long value = magnitude(s, base, &negative, &large);
  const unsigned long most = (~0ul >> 1) + (unsigned long)negative;
  const unsigned long kept = large || value > most ? most : value;
  return (long)(negative ? 0 - kept : kept);
}

static unsigned long strtoul_value(const char *s, int base)
{
  int negative, large;
  const unsigned long value = magnitude(s, base, &negative, &large);
  return large ? ~0ul : negative ? 0 - value : value;
}

static unsigned long strtol_length(const char *s, int base)
{
  int negative;
  const unsigned long begin = behind_prefix(s, behind_sign(s, &negative), &base);
  unsigned long i = begin;
  while (digit(s[i]) < base)
    i++;
  return i == begin ? 0 : i;
}

/* ---- floating-point numbers ------------------------------------------------------------------------------- */

static int spells(const char *s, const char *word)
{
  for (unsigned long i = 0; word[i] != 0; i++)
    if ((s[i] | 32) != word[i])
      return 0;
  return 1;
}

static int is_hexadecimal(const char *s)
{
  return s[0] == '0' && (s[1] | 32) == 'x' && (digit(s[2]) < 16 || (s[2] == '.' && digit(s[3]) < 16));
}

/* Behind an exponent that may be at `i`; `exponent` grows by it. */
static unsigned long behind_exponent(const char *s, unsigned long i, char letter, int *exponent)
{
  if ((s[i] | 32) != letter)
    return i;
  const int negative = s[i + 1] == '-';
  unsigned long k = i + (negative || s[i + 1] == '+' ? 2 : 1);
  int value = 0;
  if (digit(s[k]) >= 10)
    return i;
  for (; digit(s[k]) < 10; k++)
    value = value < 100000 ? value * 10 + digit(s[k]) : value;
  *exponent += negative ? -value : value;
  return k;
}

static unsigned long strtod_length(const char *s)
{
  int negative, unused = 0;
  unsigned long i = behind_sign(s, &negative);
  if (spells(s + i, "infinity"))
    return i + 8;
  if (spells(s + i, "inf"))
    return i + 3;
  if (spells(s + i, "nan")) {
    unsigned long k = i + 4;
    while (s[i + 3] == '(' && (digit(s[k]) < 36 || s[k] == '_'))
      k++;
    return s[i + 3] == '(' && s[k] == ')' ? k + 1 : i + 3;
  }
  const int hex = is_hexadecimal(s + i), base = hex ? 16 : 10;
  unsigned long digits = 0;
  i += hex ? 2 : 0;
  for (; digit(s[i]) < base; i++)
    digits++;
  if (s[i] == '.' && (digits > 0 || digit(s[i + 1]) < base))
    for (i++; digit(s[i]) < base; i++)
      digits++;
  return digits == 0 ? 0 : behind_exponent(s, i, hex ? 'p' : 'e', &unused);
}

/* `top`, whose highest bit is set, times a power of two, rounded to so many digits; `rest` is true if there is more. */
static double rounded(unsigned long top, int exponent, int rest, int digits, int least, int most)
{
  int dropped = 64 - digits;
  if (exponent + 63 < least)
    dropped += least - (exponent + 63);
  if (dropped > 64)
    return 0;
  const unsigned long half = 1ul << (dropped - 1);
  unsigned long kept = dropped == 64 ? 0 : top >> dropped;
  const unsigned long below = dropped == 64 ? top : top & ((1ul << dropped) - 1);
  if (below > half || (below == half && (rest || (kept & 1) != 0)))
    kept++;
  exponent += dropped;
  int highest = exponent - 1;
  for (unsigned long each = kept; each != 0; each >>= 1)
    highest++;
  return highest > most ? __builtin_inf() : ldexp((double)kept, exponent);
}

/* An integer of many words of 32 bits, the lowest first, times a factor, and a digit more; its new length. */
static int times(unsigned *words, int n, unsigned factor, unsigned digit)
{
  unsigned long carry = digit;
  for (int i = 0; i < n; i++) {
    carry += (unsigned long)words[i] * factor;
    words[i] = (unsigned)carry;
    carry >>= 32;
  }
  if (carry != 0)
    words[n++] = (unsigned)carry;
  return n;
}

static int times_ten(unsigned *words, int n, int power)
{
  for (; power >= 9; power -= 9)
    n = times(words, n, 1000000000u, 0);
  for (; power > 0; power--)
    n = times(words, n, 10, 0);
  return n;
}

static int bits_of(const unsigned *words, int n)
{
  int bits = 32 * (n - 1);
  for (unsigned high = words[n - 1]; high != 0; high >>= 1)
    bits++;
  return bits;
}

static int shifted(unsigned *words, int n, int by)
{
  for (; by >= 31; by -= 31)
    n = times(words, n, 1u << 31, 0);
  return times(words, n, 1u << by, 0);
}

static int compared(const unsigned *one, int n, const unsigned *other, int m)
{
  if (n != m)
    return n < m ? -1 : 1;
  for (int i = n - 1; i >= 0; i--)
    if (one[i] != other[i])
      return one[i] < other[i] ? -1 : 1;
  return 0;
}

/* The decimal number at `s`, exactly: as a quotient of two long integers, bit by bit. */
static double exact(const char *s, int digits, int least, int most)
{
  unsigned over[128], under[128];
  int n = 0, m = 1, power = 0, known = 0, behind = 0, rest = 0;
  unsigned long i = 0;
  for (; digit(s[i]) < 10 || (s[i] == '.' && !behind); i++) {
    if (s[i] == '.') {
      behind = 1;
      continue;
    }
    power -= behind;
    if (known == 800) {
      rest |= s[i] != '0';
      power++;
    } else if (known > 0 || s[i] != '0') {
      known++;
      n = times(over, n, 10, (unsigned)digit(s[i]));
    }
  }
  behind_exponent(s, i, 'e', &power);
  if (n == 0 || known + power < -345)
    return 0;
  if (known + power > 310)
    return __builtin_inf();
  under[0] = 1;
  if (power >= 0)
    n = times_ten(over, n, power);
  else
    m = times_ten(under, m, -power);
  int exponent = bits_of(over, n) - bits_of(under, m);
  if (exponent < 0)
    n = shifted(over, n, -exponent);
  else
    m = shifted(under, m, exponent);
  if (compared(over, n, under, m) < 0) {
    n = times(over, n, 2, 0);
    exponent--;
  }
  unsigned long top = 0;
  for (int bit = 0; bit < 64; bit++) {
    top <<= 1;
    if (n > 0 && compared(over, n, under, m) >= 0) {
      long borrow = 0;
      for (int k = 0; k < n; k++) {
        borrow += (long)over[k] - (k < m ? (long)under[k] : 0);
        over[k] = (unsigned)borrow;
        borrow >>= 32;
      }
      while (n > 0 && over[n - 1] == 0)
        n--;
      top |= 1;
    }
    n = times(over, n, 2, 0);
  }
  return rounded(top, exponent - 63, rest || n > 0, digits, least, most);
}

static double hexadecimal(const char *s, int digits, int least, int most)
{
  unsigned long top = 0, i = 0;
  int exponent = 0, behind = 0, rest = 0;
  for (; digit(s[i]) < 16 || (s[i] == '.' && !behind); i++) {
    if (s[i] == '.') {
      behind = 1;
      continue;
    }
    exponent -= behind ? 4 : 0;
    if (top >> 60 == 0) {
      top = top << 4 | (unsigned long)digit(s[i]);
    } else {
      rest |= s[i] != '0';
      exponent += 4;
    }
  }
  behind_exponent(s, i, 'p', &exponent);
  if (top == 0)
    return 0;
  for (; top >> 63 == 0; exponent--)
    top <<= 1;
  if (exponent > 100000)
    exponent = 100000;
  return exponent < -100000 ? 0 : rounded(top, exponent, rest, digits, least, most);
}

/* The number at `s` in a format with so many digits, and exponents from `least` to `most`. */
static double number(const char *s, int digits, int least, int most)
{
  int negative, power = 0, many = 0, behind = 0;
  const unsigned long begin = behind_sign(s, &negative);
  const char *text = s + begin;
  double value = 1, scale = 1;
  unsigned long whole = 0, i = 0;
  if (strtod_length(s) == 0)
    return 0;
  if (spells(text, "nan"))
    return negative ? -__builtin_nan("") : __builtin_nan("");
  if (spells(text, "inf"))
    return negative ? -__builtin_inf() : __builtin_inf();
  if (is_hexadecimal(text)) {
    value = hexadecimal(text + 2, digits, least, most);
    return negative ? -value : value;
  }
  for (; digit(text[i]) < 10 || (text[i] == '.' && !behind); i++) {
    if (text[i] == '.') {
      behind = 1;
      continue;
    }
    many |= whole > 900000000000000ul;
    whole = many ? whole : whole * 10 + (unsigned long)digit(text[i]);
    power -= behind;
  }
  behind_exponent(text, i, 'e', &power);
  if (many || power < -22 || power > 22 || digits < 53) {
    value = exact(text, digits, least, most);
  } else { /* both numbers are exact, and so is the rounding of their product or quotient */
    for (int k = power < 0 ? -power : power; k > 0; k--)
      scale *= 10;
    value = power < 0 ? (double)whole / scale : (double)whole * scale;
  }
  return negative ? -value : value;
}

static double strtod_value(const char *s)
{
  return number(s, 53, -1022, 1023);
}

static float strtof_value(const char *s)
{
  return (float)number(s, 24, -126, 127);
}

double atof(const char *s)
{
  return number(s, 53, -1022, 1023);
}
