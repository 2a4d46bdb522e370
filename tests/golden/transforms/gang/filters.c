/* All points of an image read the same weights, and neighbours neighbouring pixels: lanes only help where there are
 * few points. */
void blur(const unsigned char *in, float *out, int width, int height, const float *weights, int radius)
{
#pragma omp parallel for collapse(2)
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      float sum = 0;
      for (int d = -radius; d <= radius; d++) {
        int at = x + d < 0 ? 0 : x + d < width ? x + d : width - 1;
        sum += weights[d + radius] * in[y * width + at];
      }
      out[y * width + x] = sum;
    }
}
