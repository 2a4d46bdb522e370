#include <math.h>
#include <stdlib.h>
#include "image.h"

void image_alloc(image *im, int w, int h)
{
    im->width = w;
    im->height = h;
    im->stride = (w + 15) & ~15;
    im->data = malloc((size_t)im->stride * h * sizeof(pixel));
    memset(im->data, 0, (size_t)im->stride * h * sizeof(pixel));
    for (unsigned c = 0; c < ARRAY_SIZE(im->plane); c++)
        im->plane[c] = calloc((size_t)w * h, sizeof(float));
}

static uint32_t hash(uint32_t x)
{
    x ^= x >> 16; x *= 0x7feb352dU; x ^= x >> 15; x *= 0x846ca68bU; x ^= x >> 16;
    return x;
}

void image_fill(image *im)
{
#pragma omp parallel for
    for (int y = 0; y < im->height; y++) {
        pixel *p = ROW(im, y);
        for (int x = 0; x < im->width; x++, p++) {
            p->word = hash(y * im->width + x);
            p->a = 255 - (p->a & 15);
        }
    }
}

void to_planes(const image *im, image *out)
{
    float *r = out->plane[0], *g = out->plane[1], *b = out->plane[2];
#pragma omp parallel for
    for (int y = 0; y < im->height; y++) {
        const pixel *p = ROW(im, y), *end = p + im->width;
        size_t k = (size_t)y * im->width;
        while (p < end) {
            r[k] = p->r / 255.f;
            g[k] = p->g / 255.f;
            b[k++] = p->b / 255.f;
            p++;
        }
    }
}

void from_planes(image *im)
{
#pragma omp parallel for collapse(2)
    for (int y = 0; y < im->height; y++)
        for (int x = 0; x < im->width; x++) {
            pixel q = {.word = 0};
            for (int c = 0; c < 3; c++) {
                float v = im->plane[c][(size_t)y * im->width + x] * 255.f + .5f;
                q.byte[c] = CLAMP(v, 0.f, 255.f);
            }
            q.a = ROW(im, y)[x].a;
            ROW(im, y)[x] = q;
        }
}

void blur(image *im, float sigma)
{
    int radius = 2 * sigma + 1, w = im->width, h = im->height;
    float kernel[33], sum = 0;
    for (int i = -radius; i <= radius; i++)
        sum += kernel[i + radius] = expf(-i * i / (2 * sigma * sigma));
    for (int i = 0; i <= 2 * radius; i++)
        kernel[i] /= sum;
    float *tmp = malloc(sizeof(float) * w * h);
    for (int c = 0; c < 3; c++) {
        float *plane = im->plane[c];
#pragma omp parallel
        {
#pragma omp for
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    float s = 0;
                    for (int i = -radius; i <= radius; i++)
                        s += kernel[i + radius] * plane[y * w + MIN(MAX(x + i, 0), w - 1)];
                    tmp[y * w + x] = s;
                }
#pragma omp for
            for (int x = 0; x < w; x++)
                for (int y = 0; y < h; y++) {
                    float s = 0;
                    for (int i = -radius; i <= radius; i++)
                        s += kernel[i + radius] * tmp[CLAMP(y + i, 0, h - 1) * w + x];
                    plane[y * w + x] = s;
                }
        }
    }
    free(tmp);
}

void invert(image *im)
{
    size_t n = (size_t)im->stride * im->height;
    u8 *bytes = (u8 *)im->data;
#pragma omp parallel for
    for (size_t i = 0; i < 4 * n; i += 4) {
        bytes[i] ^= 0xff;
        bytes[i + 1] ^= 0xff;
        bytes[i + 2] = ~bytes[i + 2];
    }
}

void premultiply(image *im)
{
    uint32_t *words = (uint32_t *)im->data;
    const int n = im->stride * im->height;
#pragma omp parallel for simd
    for (int i = 0; i < n; i++) {
        uint32_t w = words[i], a = w >> 24;
        uint32_t rb = (w & 0xff00ff) * a + 0x800080, g = (w >> 8 & 0xff) * a + 0x80;
        rb = (rb + (rb >> 8 & 0xff00ff)) >> 8 & 0xff00ff;
        g = (g + (g >> 8)) >> 8;
        words[i] = a << 24 | rb | g << 8;
    }
}

void swap_channels(image *im)
{
#pragma omp parallel for
    for (int y = 0; y < im->height; y++) {
        pixel *p = ROW(im, y);
        int n = im->width;
        do {
            SWAP(p->r, p->b);
            p++;
        } while (--n);
    }
}

/* A fast logarithm by the bits of a float. */
static inline float fast_log2(float x)
{
    uint32_t u = float_bits(x);
    int e = (int)(u >> 23) - 127;
    float m = bits_float((u & 0x7fffff) | 0x3f800000);
    return e + (-1.0f / 3 * m + 2) * m - 2.0f / 3;
}

void tone(image *im)
{
    size_t n = (size_t)im->width * im->height;
    for (int c = 0; c < 3; c++) {
        float *p = im->plane[c];
#pragma omp parallel for
        for (size_t i = 0; i < n; i++)
            p[i] = fast_log2(1 + p[i]) * .5f + .1f;
    }
}

void transpose(const image *from, image *to)
{
    enum { B = 8 };
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (int y = 0; y < from->height; y += B)
        for (int x = 0; x < from->width; x += B)
            for (int j = y; j < MIN(y + B, from->height); j++)
                for (int i = x; i < MIN(x + B, from->width); i++)
                    ROW(to, i)[j] = ROW(from, j)[i];
}

uint32_t adler(const image *im)
{
    uint64_t a = 0, b = 0;
#pragma omp parallel for reduction(+ : a, b)
    for (int y = 0; y < im->height; y++) {
        const u8 *p = (const u8 *)ROW(im, y);
        uint32_t s = 1, t = 0;
        for (int i = 0; i < 4 * im->width; i++) {
            s = (s + *p++) % 65521;
            t = (t + s) % 65521;
        }
        a += s;
        b += (uint64_t)t * (y + 1);
    }
    return (uint32_t)(a ^ b << 7);
}
