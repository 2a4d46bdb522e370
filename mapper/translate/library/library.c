/* What functions of the C library mean, for kernels that call them (C11 7.24, POSIX.1-2017 drand48 and rand_r).
 *
 * Only functions whose result is the same in every C library, for arguments that are allowed; `rand_r` is the
 * exception, see sources.py.  Types are written out: there are no headers here. */

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
