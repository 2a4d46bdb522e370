/* `memcpy` between numbers of different types and the same size, and of bytes.
 *
 * expect: offloaded=3
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static double x[64];
static uint64_t bits[64];
static unsigned char bytes[512];

static uint32_t of_float(float f)
{
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}

static float to_float(uint32_t u)
{
  float f;
  memcpy(&f, &u, sizeof(float));
  return f;
}

static double sqrt_guess(double v)
{
  int64_t i;
  memcpy(&i, &v, sizeof v);
  i = (1ll << 61) + (i >> 1) - (1ll << 51);
  memcpy(&v, &i, sizeof v);
  return v;
}

int main(void)
{
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    x[i] = sqrt_guess(i + 1) + to_float(of_float(i * .1f) & 0xffff0000u);
    memcpy(&bits[i], &x[i], sizeof bits[i]);
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 64; i++) {
    double pair[2];
    uint64_t raw[2] = {bits[i], bits[63 - i] ^ 1ull << 63};
    memcpy(pair, raw, sizeof pair);
    sum += pair[0] * 2 + pair[1];
  }
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    memcpy(&bytes[8 * i], &bits[i], 8);
  printf("%.9g %d\n", sum, bytes[77]);
  return 0;
}
