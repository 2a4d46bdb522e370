#include <math.h>
#include "image.h"
static byte lut[256];
const byte *gamma_table(double g)
{
    int i;
    for (i = 0; i < 256; i++) lut[i] = (byte)(255 * pow(i / 255.0, 1 / g) + 0.5);
    return lut;
}
