#include <stdio.h>
#include <stdlib.h>
#include "image.h"
int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 61, h = argc > 2 ? atoi(argv[2]) : 43;
    image a, b;
    image_alloc(&a, w, h);
    image_alloc(&b, h, w);
    image_fill(&a);
    printf("fill %08x\n", adler(&a));
    premultiply(&a);
    printf("premultiply %08x\n", adler(&a));
    to_planes(&a, &a);
    blur(&a, 2.f);
    double sum = 0;
    for (int i = 0; i < w * h; i++)
        sum += a.plane[1][i];
    printf("blurred %.3f\n", sum);
    tone(&a);
    sum = 0;
    for (int i = 0; i < w * h; i++)
        sum += a.plane[2][i];
    printf("tone %.3f\n", sum);
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < w * h; i++)
            a.plane[c][i] = (float)(int)(a.plane[c][i] * 16) / 16;
    from_planes(&a);
    invert(&a);
    printf("invert %08x\n", adler(&a));
    swap_channels(&a);
    transpose(&a, &b);
    printf("transpose %08x %08x\n", adler(&a), adler(&b));
    return 0;
}
