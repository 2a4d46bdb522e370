/* Strings that are built, searched and read as numbers in loops.
   expect: offloaded=5 kept= */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300, W = 40 };

static char text[N][W], out[N][W];
static const char *const words[] = {"alpha", "be", "gamma ray", "", "delta-4", "-17 of 20", "  +2040x"};
static const char numbers[][24] = {
  "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
  "18446744073709551617", "-99999999999999999999", "4294967297", "-2147483649", "\v\r+7", "- 7", "+-7",
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };
static long sum[N];

int main(void)
{
  for (int i = 0; i < N; i++)
    snprintf(text[i], W, "%s,%d;%s", words[i % 7], i * 37 - 4000, words[i / 7 % 7]);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    char name[12];
    strncpy(name, text[i], sizeof name - 1);
    name[sizeof name - 1] = 0;
    memset(out[i], '?', W);
    strncpy(out[i], name, 20);
    strcat(out[i], "/");
    strncat(out[i], text[(i + 1) % N], 3 + (unsigned)i % 12);
    strncat(out[i], "end", 2);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const char *comma = memchr(text[i], ',', W), *none = memchr(text[i], ';', 3);
    sum[i] = comma ? comma - text[i] : -1;
    if (none)
      sum[i] += 1000;
    const char *part = strstr(text[i], "a-"), *all = strstr(text[i], "");
    sum[i] = sum[i] * 50 + (part ? part - text[i] : 49) + (all - text[i]);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    unsigned long first = strcspn(text[i], ",;"), digits = strspn(text[i] + first + 1, "-0123456789");
    sum[i] = sum[i] * 50 + (long)first * 7 + (long)digits + (long)strspn(text[i], "") + (long)strcspn(text[i], "");
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    sum[i] = sum[i] * 3 + atoi(text[i] + strcspn(text[i], ",") + 1) + atol(text[i]);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    sum[i] = sum[i] * 3 + atoi(numbers[i % NUMBERS]) + atol(numbers[i % NUMBERS]) / 2;
  unsigned long all = 0;
  for (int i = 0; i < N; i++) {
    all = all * 31 + (unsigned long)sum[i];
    for (int k = 0; k < W; k++)
      all = all * 31 + (unsigned char)out[i][k];
  }
  printf("%lx %s %s\n", all, out[4], out[299]);
  return 0;
}
