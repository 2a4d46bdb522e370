#pragma once
#include <stdint.h>
#include <stddef.h>
#include <string.h>
typedef uint8_t u8;
typedef union pixel {
    uint32_t word;
    u8 byte[4];
    struct { u8 r, g, b, a; };
} pixel;
_Static_assert(sizeof(pixel) == 4, "pixels are packed");

typedef struct image {
    int width, height, stride;
    pixel *data;
    float *plane[3];
} image;

#define typecheck(t, x) ({ t _d; __typeof__(x) _e; (void)(&_d == &_e); 1; })
#define MIN(a, b) ({ __typeof__(a) _x = (a); __typeof__(b) _y = (b); _x < _y ? _x : _y; })
#define MAX(a, b) ({ __typeof__(a) _x = (a); __typeof__(b) _y = (b); _x > _y ? _x : _y; })
#define CLAMP(v, lo, hi) MIN(MAX(v, lo), hi)
#define SWAP(a, b) do { __typeof__(a) _t = (a); (a) = (b); (b) = _t; } while (0)
#define ROW(im, y) ((im)->data + (size_t)(y) * (im)->stride)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static inline uint32_t float_bits(float f) { uint32_t u; memcpy(&u, &f, sizeof u); return u; }
static inline float bits_float(uint32_t u) { float f; memcpy(&f, &u, sizeof f); return f; }

void image_alloc(image *, int, int);
void image_fill(image *);
void to_planes(const image *, image *planes);
void from_planes(image *);
void blur(image *, float sigma);
void invert(image *);
void premultiply(image *);
void swap_channels(image *);
void tone(image *);
void transpose(const image *, image *);
uint32_t adler(const image *);
