/* Windows in an image: with its border left out, and tested for. */
static const float weights[25] = {1, 2, 3, 2, 1, 2, 4, 6, 4, 2, 3, 6, 9, 6, 3, 2, 4, 6, 4, 2, 1, 2, 3, 2, 1};

void inner(int h, int w, const float *restrict in, float *restrict out)
{
#pragma omp parallel for collapse(2)
  for (int i = 2; i < h - 2; i++)
    for (int j = 2; j < w - 2; j++) {
      float sum = 0.0f;
      for (int p = 0; p < 5; p++)
        for (int q = 0; q < 5; q++)
          sum += weights[p * 5 + q] * in[(i + p - 2) * w + j + q - 2];
      out[i * w + j] = sum;
    }
}

void tested(int h, int w, const unsigned char *restrict in, unsigned char *restrict out)
{
#pragma omp parallel for collapse(2)
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int most = 0;
      for (int b = y - 3; b <= y + 3; b++)
        for (int a = x - 3; a <= x + 3; a++)
          if (b >= 0 && b < h && a >= 0 && a < w && in[b * w + a] > most)
            most = in[b * w + a];
      out[y * w + x] = most;
    }
}
