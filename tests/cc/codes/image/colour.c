#include "image.h"
Image *grey(const Image *s, double unused)
{
    Image *d = img_new(s->w, s->h, 1);
    int x, y;
    (void)unused;
#pragma omp parallel for private(x)
    for (y = 0; y < s->h; y++)
        for (x = 0; x < s->w; x++) {
            const byte *p = &PIX(s, x, y, 0);
            PIX(d, x, y, 0) = s->c == 1 ? *p : (77 * p[0] + 150 * p[1] + 29 * p[2]) >> 8;
        }
    return d;
}
Image *gamma_adjust(const Image *s, double g)
{
    const byte *t = gamma_table(g);
    Image *d = img_new(s->w, s->h, s->c);
    long i, n = (long)s->stride * s->h;
#pragma omp parallel for
    for (i = 0; i < n; i++) d->data[i] = t[s->data[i]];
    return d;
}
Image *pack(const Image *s, double alpha)
{
    Image *d = img_new(s->w, s->h, s->c);
    long i, n = (long)s->w * s->h;
    if (s->c != 3) return d;
#pragma omp parallel for
    for (i = 0; i < n; i++) {
        Pixel p;
        p.word = 0;
        p.ch.r = s->data[3 * i + 2];
        p.ch.g = s->data[3 * i + 1];
        p.ch.b = s->data[3 * i];
        p.v[3] = (byte)(255 * alpha);
        d->data[3 * i] = p.word & 255;
        d->data[3 * i + 1] = p.word >> 8 & 255;
        d->data[3 * i + 2] = (p.word >> 16 & 255) * (p.word >> 24) / 255;
    }
    return d;
}
