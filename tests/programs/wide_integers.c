/* Integers of 128 bits that become smaller ones: products and their halves, remainders, quotients, sums with
   carries, shifts.  expect: offloaded=6 kept= */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef uint64_t u64;
typedef unsigned __int128 u128;
typedef __int128 i128;
enum { N = 4000 };
static u64 a[N], b[N], m[N], out[N];
static int64_t s[N], t[N];
static u64 mix(u64 x)
{
    x ^= x >> 33; x *= 0xff51afd7ed558ccdULL; x ^= x >> 33; x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}
static void show(const char *what)
{
    u64 h = 0;
    for (int i = 0; i < N; i++) { h = h * 31 + out[i]; out[i] = 0; }
    printf("%s %016llx\n", what, (unsigned long long)h);
}
static inline u64 mulmod(u64 x, u64 y, u64 n) { return (u128)x * y % n; }
static u64 powmod(u64 x, u64 e, u64 n)
{
    u64 r = 1 % n;
    for (x %= n; e; e >>= 1) {
        if (e & 1) r = mulmod(r, x, n);
        x = mulmod(x, x, n);
    }
    return r;
}
static u64 redc(u128 v, u64 n, u64 inv) { u64 q = (u64)v * inv; u128 w = (u128)q * n; return (u64)(v >> 64) - (u64)(w >> 64); }
int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = mix(i); b[i] = i % 9 == 0 ? (u64)i % 5 : mix(i + N) >> i % 64;
        m[i] = i % 7 == 0 ? ~0ull - i : (mix(i + 2 * N) >> i % 63) | 1;
        s[i] = (int64_t)mix(i + 3 * N) >> i % 60; t[i] = (int64_t)mix(i + 4 * N);
        if (i % 50 == 0) { a[i] = ~0ull; b[i] = ~0ull; m[i] = i % 100 ? ~0ull : 1ull << 63; }
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) out[i] = mulmod(a[i], b[i], m[i]);
    show("product modulo");
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < N; i++) out[i] = powmod(a[i], b[i], m[i]);
    show("power modulo");
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        u128 p = (u128)a[i] * b[i];
        u64 low = (u64)p, high = (u64)(p >> 64);
        p += (u128)m[i] << 17;
        p ^= ~(u128)b[i];
        p -= a[i];
        out[i] = low ^ high ^ (u64)(p >> 64) ^ ((u64)p << 1) ^ (u64)(p >> 9) ^ (u64)(p >> 100);
        if (p > (u128)a[i] << 64) out[i]++;
        if (p <= m[i] || p == b[i]) out[i] += 2;
        if (p) out[i] += 3;
        p = p << 70 | p << 3 | p >> 61;
        out[i] ^= (u64)p ^ (u64)(p >> 64);
    }
    show("halves");
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        u128 p = (u128)a[i] * b[i] + m[i];
        u64 q = (u64)(p / m[i]), top = (u64)(p / m[i] >> 64);
        out[i] = q ^ top ^ (u64)(p % 1000000007u) ^ (u64)(p / 10);
        u64 carry = ((u128)a[i] + b[i] + m[i]) >> 64;
        out[i] += carry;
    }
    show("quotients");
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        i128 p = (i128)s[i] * t[i], q = -p;
        q += s[i];
        out[i] = (u64)(p >> 64) ^ (u64)(p >> 31) ^ (u64)p ^ (u64)(q >> 64) ^ (u64)(q << 5 >> 70);
        if (p < q) out[i] += 1;
        if (p >= 0) out[i] += 2;
        if (p < s[i]) out[i] += 4;
        out[i] ^= (u64)((p - q) >> 64);
    }
    show("signs");
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        out[i] = (u64)(~(u128)a[i] >> 70) ^ (u64)(~(u128)0 >> 1 >> 64) ^ (u64)(~(u128)b[i] << 40 >> 64);
        if (~(u128)a[i] < 5) out[i] += 1;
        if (~(i128)a[i] < s[i]) out[i] += 2;
    }
    show("inverted");
    printf("%llu\n", (unsigned long long)redc((u128)a[3] * b[5], m[2] | 1, 77));
    return 0;
}
