#include <string.h>
#include <omp.h>
#include "image.h"
Image *equalise(const Image *s, double unused)
{
    static unsigned hist[4][256];
    static byte map[4][256];
    Image *d = img_new(s->w, s->h, s->c);
    int c, k, x, y;
    (void)unused;
    memset(hist, 0, sizeof hist);
#pragma omp parallel private(x, c, k)
    {
        unsigned mine[4][256];
        memset(mine, 0, sizeof mine);
#pragma omp for
        for (y = 0; y < s->h; y++)
            for (x = 0; x < s->w; x++)
                for (c = 0; c < s->c; c++) mine[c][PIX(s, x, y, c)]++;
#pragma omp critical (merge)
        for (c = 0; c < s->c; c++)
            for (k = 0; k < 256; k++) hist[c][k] += mine[c][k];
#pragma omp barrier
#pragma omp single
        for (c = 0; c < s->c; c++) {
            unsigned long acc = 0, total = (unsigned long)s->w * s->h;
            for (k = 0; k < 256; k++) {
                acc += hist[c][k];
                map[c][k] = (byte)(acc * 255 / total);
            }
        }
#pragma omp for
        for (y = 0; y < s->h; y++)
            for (x = 0; x < s->w; x++)
                for (c = 0; c < s->c; c++) PIX(d, x, y, c) = map[c][PIX(s, x, y, c)];
    }
    return d;
}
unsigned long checksum(const Image *s)
{
    unsigned long sum = 0;
    long i, n = (long)s->stride * s->h;
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < n; i++) sum += (unsigned long)s->data[i] * (unsigned long)(i % 251 + 1);
    return sum;
}
