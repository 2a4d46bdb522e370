/* What functions of the C library mean, for kernels that call them (C11 7.4, 7.22 and 7.24, POSIX.1-2017).
 *
 * Only functions whose result is the same in every C library, for arguments that are allowed; `rand_r` and those of
 * ctype.h are the exception, see sources.py.  Types are written out: there are no headers here. */

unsigned long strlen(const char *s)
{
  unsigned long n = 0;
  while (s[n] != 0)
    n++;
  return n;
}

unsigned long strnlen(const char *s, unsigned long most)
{
  unsigned long n = 0;
  while (n < most && s[n] != 0)
    n++;
  return n;
}

int strcmp(const char *s, const char *t)
{
  unsigned long i = 0;
  while (s[i] != 0 && s[i] == t[i])
    i++;
  return (unsigned char)s[i] - (unsigned char)t[i];
}

int strncmp(const char *s, const char *t, unsigned long most)
{
  for (unsigned long i = 0; i < most; i++)
    if (s[i] != t[i] || s[i] == 0)
      return (unsigned char)s[i] - (unsigned char)t[i];
  return 0;
}

char *strchr(const char *s, int wanted)
{
  unsigned long i = 0;
  while (s[i] != (char)wanted) {
    if (s[i] == 0)
      return (char *)0;
    i++;
  }
  return (char *)(s + i);
}

char *strrchr(const char *s, int wanted)
{
  char *last = (char *)0;
  for (unsigned long i = 0;; i++) {
    if (s[i] == (char)wanted)
      last = (char *)(s + i);
    if (s[i] == 0)
      return last;
  }
}

char *strcpy(char *to, const char *from)
{
  unsigned long i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to;
}

char *strncpy(char *to, const char *from, unsigned long most)
{
  unsigned long i = 0;
  while (i < most && from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  for (; i < most; i++)
    to[i] = 0;
  return to;
}

char *strcat(char *to, const char *from)
{
  unsigned long end = 0, i = 0;
  while (to[end] != 0)
    end++;
  for (; from[i] != 0; i++)
    to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

char *strncat(char *to, const char *from, unsigned long most)
{
  unsigned long end = 0, i = 0;
  while (to[end] != 0)
    end++;
  for (; i < most && from[i] != 0; i++)
    to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

char *strstr(const char *s, const char *wanted)
{
  for (unsigned long i = 0;; i++) {
    unsigned long k = 0;
    while (wanted[k] != 0 && s[i + k] == wanted[k])
      k++;
    if (wanted[k] == 0)
      return (char *)(s + i);
    if (s[i + k] == 0)
      return (char *)0;
  }
}

unsigned long strspn(const char *s, const char *allowed)
{
  for (unsigned long i = 0;; i++) {
    unsigned long k = 0;
    while (allowed[k] != 0 && allowed[k] != s[i])
      k++;
    if (s[i] == 0 || allowed[k] == 0)
      return i;
  }
}

unsigned long strcspn(const char *s, const char *wanted)
{
  for (unsigned long i = 0;; i++) {
    unsigned long k = 0;
    while (wanted[k] != 0 && wanted[k] != s[i])
      k++;
    if (s[i] == 0 || wanted[k] != 0)
      return i;
  }
}

char *strpbrk(const char *s, const char *wanted)
{
  const unsigned long i = strcspn(s, wanted);
  return s[i] != 0 ? (char *)(s + i) : (char *)0;
}

char *strchrnul(const char *s, int wanted)
{
  unsigned long i = 0;
  while (s[i] != 0 && s[i] != (char)wanted)
    i++;
  return (char *)(s + i);
}

char *stpcpy(char *to, const char *from)
{
  unsigned long i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to + i;
}

char *stpncpy(char *to, const char *from, unsigned long most)
{
  unsigned long n = 0, i;
  while (n < most && from[n] != 0) {
    to[n] = from[n];
    n++;
  }
  for (i = n; i < most; i++)
    to[i] = 0;
  return to + n;
}

int strcasecmp(const char *s, const char *t)
{
  unsigned long i = 0;
  while (s[i] != 0 && tolower((unsigned char)s[i]) == tolower((unsigned char)t[i]))
    i++;
  return tolower((unsigned char)s[i]) - tolower((unsigned char)t[i]);
}

int strncasecmp(const char *s, const char *t, unsigned long most)
{
  for (unsigned long i = 0; i < most; i++) {
    const int one = tolower((unsigned char)s[i]), other = tolower((unsigned char)t[i]);
    if (one != other || s[i] == 0)
      return one - other;
  }
  return 0;
}

void *memrchr(const void *block, int wanted, unsigned long bytes)
{
  const unsigned char *s = block;
  for (unsigned long i = bytes; i > 0; i--)
    if (s[i - 1] == (unsigned char)wanted)
      return (void *)(s + (i - 1));
  return (void *)0;
}

void *memchr(const void *block, int wanted, unsigned long bytes)
{
  const unsigned char *s = block;
  for (unsigned long i = 0; i < bytes; i++)
    if (s[i] == (unsigned char)wanted)
      return (void *)(s + i);
  return (void *)0;
}

/* The number that a text begins with, behind blanks; the largest or least one where it is too large. */
static long decimal(const char *s)
{
  unsigned long i = 0, value = 0;
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
    i++;
  int negative = s[i] == '-';
  if (negative || s[i] == '+')
    i++;
  const unsigned long most = (~0ul >> 1) + (unsigned long)negative;
  for (; s[i] >= '0' && s[i] <= '9'; i++) {
    const unsigned long digit = (unsigned long)(s[i] - '0');
    value = value > (most - digit) / 10 ? most : value * 10 + digit;
  }
  return (long)(negative ? 0 - value : value);
}

long atol(const char *s)
{
  return decimal(s);
}

int atoi(const char *s)
{
  return (int)decimal(s);
}

long long atoll(const char *s)
{
  return decimal(s);
}

int ffs(int x)
{
  return x == 0 ? 0 : ffsl((unsigned)x);
}

int ffsl(long x)
{
  for (int i = 0; i < 64; i++)
    if ((x >> i & 1) != 0)
      return i + 1;
  return 0;
}

int ffsll(long long x)
{
  return ffsl(x);
}

typedef struct {
  int quot;
  int rem;
} div_t;

typedef struct {
  long quot;
  long rem;
} ldiv_t;

typedef struct {
  long long quot;
  long long rem;
} lldiv_t;

div_t div(int x, int y)
{
  div_t result = {x / y, x % y};
  return result;
}

ldiv_t ldiv(long x, long y)
{
  ldiv_t result = {x / y, x % y};
  return result;
}

lldiv_t lldiv(long long x, long long y)
{
  lldiv_t result = {x / y, x % y};
  return result;
}

long imaxabs(long x)
{
  return x < 0 ? -x : x;
}

/* The first element that is equal to the key, as the GNU C library searches: by halves. */
void *bsearch(const void *key, const void *block, unsigned long n, unsigned long bytes,
              int (*compare)(const void *, const void *))
{
  const unsigned char *base = block;
  unsigned long low = 0, high = n;
  while (low < high) {
    const unsigned long middle = (low + high) / 2;
    const int order = compare(key, base + middle * bytes);
    if (order == 0)
      return (void *)(base + middle * bytes);
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return (void *)0;
}

int memcmp(const void *one, const void *other, unsigned long bytes)
{
  const unsigned char *s = one, *t = other;
  for (unsigned long i = 0; i < bytes; i++)
    if (s[i] != t[i])
      return s[i] - t[i];
  return 0;
}

void sincos(double x, double *s, double *c)
{
  *s = sin(x);
  *c = cos(x);
}

void sincosf(float x, float *s, float *c)
{
  *s = sinf(x);
  *c = cosf(x);
}

/* The next of the numbers of 48 bits: x * 0x5DEECE66D + 11. */
static unsigned long next_48(unsigned short state[3])
{
  unsigned long x = state[0] | (unsigned long)state[1] << 16 | (unsigned long)state[2] << 32;
  x = (x * 0x5DEECE66DUL + 11) & 0xFFFFFFFFFFFFUL;
  state[0] = (unsigned short)x;
  state[1] = (unsigned short)(x >> 16);
  state[2] = (unsigned short)(x >> 32);
  return x;
}

double erand48(unsigned short state[3]) { return (double)next_48(state) / 281474976710656.0; }

long nrand48(unsigned short state[3]) { return (long)(next_48(state) >> 17); }

long jrand48(unsigned short state[3]) { return (int)(next_48(state) >> 16); }

/* The GNU C library's: 11, 10 and 10 bits of three numbers of 32 bits. */
int rand_r(unsigned *seed)
{
  unsigned x = *seed, result = 0;
  for (int part = 0; part < 3; part++) {
    x = x * 1103515245U + 12345U;
    result = part == 0 ? (x >> 16) % 2048 : result << 10 ^ (x >> 16) % 1024;
  }
  *seed = x;
  return (int)result;
}

/* What the table of the GNU C library's ctype.h has for a character, in the locale "C". */
static unsigned short __ctype_b(int c)
{
  const int upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
  const int hex = digit || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
  const int blank = c == ' ' || c == '\t', space = c == ' ' || (c >= '\t' && c <= '\r');
  const int shown = c > ' ' && c < 127, control = (c >= 0 && c < ' ') || c == 127, letter = upper || lower;
  return (unsigned short)(blank | control << 1 | (shown && !letter && !digit) << 2 | (letter || digit) << 3
                          | upper << 8 | lower << 9 | letter << 10 | digit << 11 | hex << 12 | space << 13
                          | (shown || c == ' ') << 14 | shown << 15);
}

int isalnum(int c)
{
  return __ctype_b(c) & 0x8;
}

int isalpha(int c)
{
  return __ctype_b(c) & 0x400;
}

int isblank(int c)
{
  return __ctype_b(c) & 0x1;
}

int iscntrl(int c)
{
  return __ctype_b(c) & 0x2;
}

int isdigit(int c)
{
  return __ctype_b(c) & 0x800;
}

int isgraph(int c)
{
  return __ctype_b(c) & 0x8000;
}

int islower(int c)
{
  return __ctype_b(c) & 0x200;
}

int isprint(int c)
{
  return __ctype_b(c) & 0x4000;
}

int ispunct(int c)
{
  return __ctype_b(c) & 0x4;
}

int isspace(int c)
{
  return __ctype_b(c) & 0x2000;
}

int isupper(int c)
{
  return __ctype_b(c) & 0x100;
}

int isxdigit(int c)
{
  return __ctype_b(c) & 0x1000;
}

int tolower(int c)
{
  return c >= -128 && c < -1 ? c + 256 : c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int toupper(int c)
{
  return c >= -128 && c < -1 ? c + 256 : c >= 'a' && c <= 'z' ? c - 32 : c;
}

/* The logarithm of gamma(x) for x > 0: by its series around 1 and 2, and Stirling's from 12 on (Abramowitz and Stegun,
 * Handbook of Mathematical Functions, 6.1.33 and 6.1.41). */
static double log_gamma(double x)
{
  /* (-1)^k (zeta(k) - 1) / k, from k = 2 on */
  static const double terms[27] = {
    0.3224670334241132, -0.0673523010531981, 0.020580808427784546, -0.007385551028673986, 0.0028905103307415234,
    -0.001192753911703261, 0.0005096695247430425, -0.00022315475845357939, 9.945751278180853e-05,
    -4.492623673813314e-05, 2.050721277567069e-05, -9.439488275268397e-06, 4.374866789907488e-06,
    -2.039215753801366e-06, 9.55141213040742e-07, -4.492469198764566e-07, 2.1207184805554665e-07,
    -1.0043224823968099e-07, 4.7698101693639804e-08, -2.2711094608943164e-08, 1.0838659214896955e-08,
    -5.183475041970047e-09, 2.4836745438024785e-09, -1.1921401405860912e-09, 5.731367241678862e-10,
    -2.7595228851242334e-10, 1.330476437424449e-10,
  };
  if (x >= 12) {
    const double s = 1 / (x * x);
    const double rest = 1.0 / 1680 - s * (1.0 / 1188 - s * (691.0 / 360360 - s / 156));
    return (x - 0.5) * (log(x) - 1) + 0.41893853320467274178
           + (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * rest))) / x;
  }
  double product = 1, less = 0;
  while (x > 2.5) {
    x -= 1;
    product *= x;
  }
  if (x < 0.5) {
    less = log(x);
    x += 1;
  }
  const double z = x < 1.5 ? x - 1 : x - 2;
  double sum = 0;
  for (int k = 26; k >= 0; k--)
    sum = (sum + terms[k]) * z;
  sum = z * (0.42278433509846713939 + sum);
  if (x < 1.5)
    less += log1p(z);
  return sum - less + (product > 1 ? log(product) : 0);
}

int ilogb(double x)
{
  return x - x == 0 && x != 0 ? (int)logb(x) : x - x != 0 && x == x ? 0x7fffffff : -0x7fffffff - 1;
}

int ilogbf(float x)
{
  return ilogb(x);
}

double lgamma_r(double x, int *sign)
{
  *sign = 1;
  if (x != x || x - x != 0)
    return x * x;
  if (x > 0)
    return log_gamma(x);
  if (x < 0 || 1 / x < 0)
    *sign = -1;
  const double part = x - rint(x), below = floor(x);
  if (x < 0 && (below - 2 * floor(below / 2)) == 0)
    *sign = 1;
  if (part == 0)
    return __builtin_inf();
  if (x > -1e-17)
    return -log(-x);
  return log(3.14159265358979323846 / (-x * fabs(sin(3.14159265358979323846 * part)))) - log_gamma(-x);
}

double lgamma(double x)
{
  int sign;
  return lgamma_r(x, &sign);
}

float lgammaf_r(float x, int *sign)
{
  return (float)lgamma_r(x, sign);
}

float lgammaf(float x)
{
  int sign;
  return (float)lgamma_r(x, &sign);
}
