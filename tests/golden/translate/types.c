/* Types that are spelled or behave differently in OpenCL C. */
#include <stdbool.h>
#include <stdint.h>

void convert(long long n, uint8_t *bytes, bool *flags, unsigned long long *wide, signed char *small, const short *s)
{
#pragma omp parallel for
  for (long long i = 0; i < n; i++) {
    bool odd = bytes[i] & 1, negative = s[i] < 0;
    flags[i] = s[i];
    flags[i] |= odd;
    wide[i] = 0xFFFFFFFFFFULL + (bool)bytes[i] + sizeof(long double) + 0b11;
    small[i] = negative ? -1 : '\n';
  }
}
