#include <stdlib.h>
#include <math.h>
#include "image.h"
Image *blur(const Image *s, double sigma)
{
    int r = (int)ceil(3 * sigma), x, y, k, c;
    float *w = (float *)malloc((2 * r + 1) * sizeof(float)), sum = 0, *tmp = (float *)malloc(s->w * s->h * s->c * sizeof(float));
    Image *d = img_new(s->w, s->h, s->c);
    for (k = -r; k <= r; k++) sum += w[k + r] = (float)exp(-0.5 * k * k / (sigma * sigma));
    for (k = 0; k <= 2 * r; k++) w[k] /= sum;
#pragma omp parallel private(x, k, c)
    {
#pragma omp for
        for (y = 0; y < s->h; y++)
            for (x = 0; x < s->w; x++)
                for (c = 0; c < s->c; c++) {
                    float a = 0;
                    for (k = -r; k <= r; k++) {
                        int xx = x + k < 0 ? 0 : x + k >= s->w ? s->w - 1 : x + k;
                        a += w[k + r] * PIX(s, xx, y, c);
                    }
                    tmp[(y * s->w + x) * s->c + c] = a;
                }
#pragma omp for
        for (y = 0; y < s->h; y++)
            for (x = 0; x < s->w; x++)
                for (c = 0; c < s->c; c++) {
                    float a = 0.5f;
                    for (k = -r; k <= r; k++) {
                        int yy = y + k < 0 ? 0 : y + k >= s->h ? s->h - 1 : y + k;
                        a += w[k + r] * tmp[(yy * s->w + x) * s->c + c];
                    }
                    PIX(d, x, y, c) = (byte)a;
                }
    }
    free(w);
    free(tmp);
    return d;
}
static const signed char gx[3][3] = { { -1, 0, 1 }, { -2, 0, 2 }, { -1, 0, 1 } };
Image *sobel(const Image *s, double scale)
{
    Image *d = img_new(s->w, s->h, s->c);
    int x, y;
#pragma omp parallel for private(x) schedule(dynamic)
    for (y = 1; y < s->h - 1; y++)
        for (x = 1; x < s->w - 1; x++) {
            int c;
            for (c = 0; c < s->c; c++) {
                int i, j, sx = 0, sy = 0, m;
                for (j = 0; j < 3; j++)
                    for (i = 0; i < 3; i++) {
                        sx += gx[j][i] * PIX(s, x + i - 1, y + j - 1, c);
                        sy += gx[i][j] * PIX(s, x + i - 1, y + j - 1, c);
                    }
                m = (int)(scale * sqrt((double)(sx * sx + sy * sy)));
                PIX(d, x, y, c) = CLAMP(m);
            }
        }
    return d;
}
static void swap2(a, b) byte *a, *b; { if (*a > *b) { byte t = *a; *a = *b; *b = t; } }
Image *median3(const Image *s, double unused)
{
    Image *d = img_new(s->w, s->h, s->c);
    int x, y;
    (void)unused;
#pragma omp parallel for private(x)
    for (y = 0; y < s->h; y++)
        for (x = 0; x < s->w; x++) {
            int c;
            for (c = 0; c < s->c; c++) {
                byte v[9];
                int i, j, n = 0;
                for (j = -1; j <= 1; j++)
                    for (i = -1; i <= 1; i++) {
                        int yy = y + j, xx = x + i;
                        if (yy < 0) yy = 0;
                        if (xx < 0) xx = 0;
                        if (yy >= s->h) yy = s->h - 1;
                        if (xx >= s->w) xx = s->w - 1;
                        v[n++] = PIX(s, xx, yy, c);
                    }
                for (j = 0; j < 5; j++)
                    for (i = 8; i > j; i--) swap2(&v[i - 1], &v[i]);
                PIX(d, x, y, c) = v[4];
            }
        }
    return d;
}
Image *sharpen(const Image *s, double amount)
{
    Image *b = blur(s, 1.0), *d = img_new(s->w, s->h, s->c);
    register long i;
    long n = (long)s->stride * s->h;
#pragma omp parallel for default(shared)
    for (i = 0; i < n; ++i) {
        int v = s->data[i] + (int)(amount * (s->data[i] - b->data[i]));
        d->data[i] = CLAMP(v);
    }
    img_free(b);
    return d;
}
