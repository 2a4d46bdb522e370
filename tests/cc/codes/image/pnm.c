#include <stdio.h>
#include <stdlib.h>
#include "image.h"
Image *img_new(w, h, c)
int w, h, c;
{
    Image *im = (Image *)malloc(sizeof(Image));
    if (!im || !(im->data = (byte *)calloc(w * h, c))) { fputs("no memory\n", stderr); exit(1); }
    im->w = w; im->h = h; im->c = c;
    im->stride = w * c;
    return im;
}
void img_free(im) Image *im; { free(im->data); free(im); }
int pnm_write(const char *name, const Image *im)
{
    FILE *f = fopen(name, "wb");
    if (!f) return -1;
    fprintf(f, "P%d\n%d %d\n255\n", im->c == 1 ? 5 : 6, im->w, im->h);
    fwrite(im->data, im->stride, im->h, f);
    fclose(f);
    return 0;
}
