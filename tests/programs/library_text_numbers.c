/* Numbers in texts, read by iterations: `strtol`, `strtod`, `atof` and their like, with the pointers that they set, the
 * nearest double to any decimal number, and functions of strings and integers beside them.
 * expect: offloaded=6 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { N = 60, LENGTH = 96 };

struct cursor {
  const char *at;
  char *end;
};

static const char *const odd[] = {"1e23",   "9007199254740993", "2.2250738585072011e-308", "4.9e-324", "1.7976931348623159e308", "-inf",
                                  "  0x1.8p-1075x", "123456789012345678901234567890e-12", "nan(1)", ".", "-.5e+3e", "0x", "1e-400", "+3.4028235677973366e38"};
static char text[N][LENGTH], more[N][LENGTH];
static double d[N];
static float f[N];
static long l[N];

static void skip(char **p)
{
  while (**p == ' ' || **p == ',')
    ++*p;
}

int main(void)
{
  for (int i = 0; i < N; i++) {
    snprintf(text[i], LENGTH, " %d %d.%de%d, -%d ,0x%x;Key%d", i * 37 - 100, i, i * 7, i % 9 - 4, i * i, i, i);
    snprintf(more[i], LENGTH, "%s", odd[i % (sizeof odd / sizeof *odd)]);
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    char *p = text[i], *end;
    l[i] = strtol(p, &p, 10);
    d[i] = strtod(p, &p);
    p++;
    l[i] += strtoul(p, &end, 0) + (end - p);
    l[i] += strtoll(strchr(text[i], 'x') - 1, NULL, 16) + atoll(text[i]);
    d[i] += atof(text[i] + 1);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    char *p = text[i];
    skip(&p);
    l[i] += strtol(p, &p, 10);
    skip(&p);
    d[i] += strtod(p, &p);
    skip(&p);
    l[i] += strtol(p, &p, 0) + (p - text[i]);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct cursor c = {text[i], NULL};
    l[i] += strtol(c.at, &c.end, 10);
    d[i] += strtod(c.end, (char **)&c.at);
    l[i] += c.at - text[i];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    char *p = more[i], *end;
    double x = strtod(p, &end);
    f[i] = strtof(p, NULL);
    l[i] += end - p + (x != x);
    d[i] += x == x && x < 1e300 && x > -1e300 ? x * 1e300 : 0;
    d[i] += x > 0 && x < 1e-300 ? x * 0x1p1000 * 0x1p60 : 0;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    char to[LENGTH + 1], *end = stpcpy(to, text[i]);
    end = stpcpy(end, "!");
    l[i] += end - to + (strcasecmp(text[i], text[(i + 1) % N]) < 0) + strncasecmp(strchr(to, 'K'), "kEY", 3);
    end = strpbrk(to, ";,");
    l[i] += end - to + (strchrnul(to, '$') - to) + ((char *)memrchr(to, ' ', 20) - to);
    memmove(to + 1, to, strlen(to) + 1);
    l[i] += to[2] * 3;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const div_t one = div(i * 7 - 50, 3);
    const ldiv_t other = ldiv(i * 9L - 40, -4);
    l[i] += one.quot * 5 + one.rem + other.quot * other.rem + ffs(i * 8) + ffsl(i * 8L) + imaxabs(i - 9);
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += d[i] / 1e290 + l[i] + (f[i] == f[i] && f[i] < 1e38f && f[i] > -1e38f ? f[i] : 1);
  for (int i = 0; i < N; i++)
    s += d[i] < 1e290 && d[i] > -1e290 ? d[i] : 0;
  printf("%.17g\n", s);
  return 0;
}
