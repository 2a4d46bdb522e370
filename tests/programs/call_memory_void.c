/* memcpy of bytes behind `void *`: numbers at any address, blocks that a function copies, structures with pointers, and memset.
   expect: offloaded=3 kept= */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int id; const char *name; double x; } item;
static inline uint32_t read32(const void *p) { uint32_t v; memcpy(&v, p, 4); return v; }
static inline uint64_t read64(const void *p) { uint64_t v; memcpy(&v, p, sizeof v); return v; }
static inline void write32(void *p, uint32_t v) { memcpy(p, &v, sizeof v); }
static void fill(void *p, int c, size_t n) { memset(p, c, n); }
static void copy(void *to, const void *from, size_t n) { memcpy(to, from, n); }
static uint32_t hash(const void *data, size_t n)
{
    const uint8_t *p = data;
    uint32_t h = 2166136261u;
    while (n >= 4) { h = (h ^ read32(p)) * 16777619u; p += 4; n -= 4; }
    while (n--) h = (h ^ *p++) * 16777619u;
    return h;
}
int main(void)
{
    int n = 300;
    uint8_t *bytes = malloc(n * 40), *out = calloc(n, 40);
    double *x = malloc(n * 8);
    uint32_t *h = malloc(n * 4);
    item *items = malloc(n * sizeof *items), *there = calloc(n, sizeof *there);
    for (int i = 0; i < n * 40; i++) bytes[i] = (uint8_t)(i * i >> 3);
    for (int i = 0; i < n; i++) { x[i] = i / 3.0; memset(&items[i], 0, sizeof(item)); items[i].id = i; items[i].name = "abc" + i % 3; items[i].x = i; }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        uint32_t v = read32(bytes + 40 * i + i % 5) + (uint32_t)(read64(&x[i]) >> 20);
        float f = (float)i / 7;
        struct { short a, b; } pair = { (short)i, 9 };
        write32(out + 40 * i + i % 3, v);
        copy(out + 40 * i + 12, bytes + 40 * i + 1, 20 + i % 5);
        h[i] = hash(bytes + 40 * i, 33 + i % 7) ^ read32(&f) ^ read32(&pair);
    }
    int sum = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) fill(out + 40 * i + 35, i, 1 + i % 5);
#pragma omp parallel for
    for (int i = 0; i < n; i++) copy(&there[i], &items[n - 1 - i], sizeof(item));
    for (int i = 0; i < n; i++) sum = sum * 3 + there[i].id + there[i].name[0];
    for (int i = 0; i < n * 40; i++) sum = sum * 31 + out[i];
    for (int i = 0; i < n; i++) sum = sum * 31 + h[i];
    printf("%d\n", sum);
    return 0;
}
