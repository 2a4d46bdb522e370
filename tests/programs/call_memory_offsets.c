/* Blocks that are copied to and set at offsets which the same structure holds.
   expect: offloaded=1 kept= */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
typedef struct { uint32_t h; uint8_t block[16]; size_t used; int order[4]; } ctx;
static void block(ctx *c, const uint8_t *p) { for (int i = 0; i < 16; i++) c->h = c->h * 31 + p[i]; }
static void update(ctx *c, const void *data, size_t n)
{
    const uint8_t *p = data;
    while (n) {
        size_t take = 16 - c->used < n ? 16 - c->used : n;
        memcpy(c->block + c->used, p, take);
        c->used += take; p += take; n -= take;
        if (c->used == 16) { block(c, c->block); c->used = 0; }
    }
}
static void shift(ctx *c, int k)
{
    memmove(&c->block[c->order[k]], c->block + c->order[k + 1] + 2, 5);
    memset(c->block + c->order[2] + 1, k, (size_t)c->order[1]);
}
int main(void)
{
    int n = 500;
    uint8_t *text = malloc(n * 40);
    uint32_t *out = malloc(n * 4);
    for (int i = 0; i < n * 40; i++) text[i] = (uint8_t)(i * i >> 4);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        ctx c;
        c.h = 1; c.used = 0;
        c.order[0] = 3; c.order[1] = 1; c.order[2] = i % 5; c.order[3] = 0;
        update(&c, text + 40 * i, 33);
        update(&c, text + 40 * i + 33, i % 8);
        shift(&c, 0);
        shift(&c, i & 1);
        block(&c, c.block);
        out[i] = c.h;
    }
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) sum = sum * 7 + out[i];
    printf("%08x\n", sum);
    return 0;
}
