#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
#include "image.h"
int verbose;
static const Stage stages[] = {
    { "blur", blur }, { "sharpen", sharpen }, { "gamma", gamma_adjust }, { "median", median3 }, { "pack", pack },
    { "equalise", equalise }, { "grey", grey }, { "sobel", sobel }, { NULL, NULL }
};
static Image *synth(w, h)
int w, h;
{
    Image *im = img_new(w, h, 3);
    int x, y;
    assert(w > 0);
#pragma omp parallel for private(x)
    for (y = 0; y < h; y++)
        for (x = 0; x < w; x++) {
            PIX(im, x, y, 0) = (byte)(x * 255 / w);
            PIX(im, x, y, 1) = (byte)((x * x + y * y) >> 4);
            PIX(im, x, y, 2) = (byte)((x ^ y) * 37);
        }
    return im;
}
int main(argc, argv)
int argc; char **argv;
{
    Image *im = synth(argc > 1 ? atoi(argv[1]) : 57, 31), *next;
    const Stage *s;
    static double param[] = { 1.4, 0.7, 2.2, 0, 0.9, 0, 0, 0.5 };
    for (s = stages; s->name; s++) {
        next = (*s->fn)(im, param[s - stages]);
        img_free(im);
        im = next;
        printf("%-9s %dx%dx%d %lu\n", s->name, im->w, im->h, im->c, checksum(im));
    }
    pnm_write("out.pnm", im);
    img_free(im);
    return 0;
}
