/* Arithmetic in every basic type, with its promotions and wrap-around.  expect: offloaded=1 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define N 256

static signed char c[N];
static unsigned char uc[N];
static short s[N];
static unsigned short us[N];
static int32_t i32[N];
static uint32_t u32[N];
static int64_t i64[N];
static uint64_t u64[N];
static float f[N];
static double d[N];
static bool b[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    c[i] = (signed char)(i - 128);
    uc[i] = (unsigned char)(i * 3);
    s[i] = (short)(c[i] * 100);
    us[i] = (unsigned short)(uc[i] << 8);
    i32[i] = s[i] * us[i] / 7;
    u32[i] = (uint32_t)i32[i] * 2654435761u;
    i64[i] = (int64_t)i32[i] * u32[i] - i;
    u64[i] = ((uint64_t)u32[i] << 32 | us[i]) / 3u;
    f[i] = (float)i / 7.0f;
    d[i] = (double)f[i] * 3.0 + i32[i] % 13;
    b[i] = (u32[i] & 8u) != 0;
  }
  for (i = 0; i < N; i += 15)
    printf("%d %d %d %d %ld %lu %ld %lu %.9g %.12g %d\n", c[i], uc[i], s[i], us[i], (long)i32[i],
           (unsigned long)u32[i], (long)i64[i], (unsigned long)u64[i], (double)f[i], d[i], b[i]);
  return 0;
}
