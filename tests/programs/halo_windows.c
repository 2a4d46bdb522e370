/* Windows that an iteration reads around its place: with edges left out, tested for and repeated, of three channels,
 * in steps of two, of one, two and three dimensions, in odd shapes, in arrays that lie next to others.
 * expect: offloaded=16 */
#include <stdio.h>
#include <stdlib.h>

#define H 45
#define W 77
#define D 21

static double grid[H][W], smooth[H][W], cube[D][D][D], mixed[D][D][D], line[W * H], filtered[W * H];
static int counts[H][W];
static const float mask[25] = {1, 2, 3, 2, 1, 2, 4, 6, 4, 2, 3, 6, 9, 6, 3, 2, 4, 6, 4, 2, 1, 2, 3, 2, 1};

static void show(const void *memory, size_t bytes)
{
  const unsigned char *at = memory;
  unsigned long long hash = 14695981039346656037u;
  size_t i;

  for (i = 0; i < bytes; i++)
    hash = (hash ^ at[i]) * 1099511628211u;
  printf("%llx\n", hash);
}

static void inner(int h, int w, const float *in, float *out)
{
#pragma omp parallel for collapse(2)
  for (int i = 2; i < h - 2; i++)
    for (int j = 2; j < w - 2; j++) {
      float sum = 0;
      for (int p = 0; p < 5; p++)
        for (int q = 0; q < 5; q++)
          sum += mask[p * 5 + q] * in[(i + p - 2) * w + j + q - 2];
      out[i * w + j] = sum;
    }
}

static void tested(long h, long w, const float *in, float *out)
{
#pragma omp parallel for collapse(2)
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      int number = 0;
      for (long b = y - 3; b <= y + 3; b++)
        for (long a = x - 3; a <= x + 3; a++)
          if (b >= 0 && b < h && a >= 0 && a < w) {
            sum += in[b * w + a] * (in[y * w + x] + 1);
            number++;
          }
      out[y * w + x] = sum / (float)number;
    }
}

static void repeated(int h, int w, const unsigned char *in, unsigned char *out)
{
#pragma omp parallel for collapse(2)
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int most = 0;
      for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
          int b = y + dy, a = x + dx;
          b = b < 0 ? 0 : b > h - 1 ? h - 1 : b;
          if (a < 0)
            a = 0;
          if (a >= w)
            a = w - 1;
          if (in[b * w + a] > most)
            most = in[b * w + a];
        }
      out[y * w + x] = (unsigned char)most;
    }
}

static void channels(int h, int w, const unsigned char *in, unsigned char *out)
{
#pragma omp parallel for collapse(2)
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      for (int c = 0; c < 3; c++) {
        int sum = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            sum += in[((y + dy) * w + x + dx) * 3 + c];
        out[(y * w + x) * 3 + c] = (unsigned char)(sum / 9);
      }
}

static void halved(int h, int w, const float *in, float *out)
{
#pragma omp parallel for collapse(2)
  for (int y = 0; y < h / 2 - 2; y++)
    for (int x = 0; x < w / 2 - 2; x++) {
      float sum = 0;
      for (int p = 0; p < 4; p++)
        for (int q = 0; q < 4; q++)
          sum += in[(2 * y + p) * w + 2 * x + q];
      out[y * w + x] += sum;
    }
}

static void median(long n, long w, const unsigned char *in, unsigned char *out)
{
#pragma omp parallel for collapse(2)
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < w - 1; j++) {
      unsigned char v[9];
      for (int k = 0; k < 9; k++) {
        unsigned char x = in[(i + k / 3 - 1) * w + j + k % 3 - 1];
        int place = k;
        while (place > 0 && v[place - 1] > x) {
          v[place] = v[place - 1];
          place--;
        }
        v[place] = x;
      }
      out[i * w + j] = v[4];
    }
}

/* The whole cross lies in the array, its corners may not. */
static void cross(int h, int w, int from, const double *in, double *out)
{
#pragma omp parallel for collapse(2)
  for (int i = from; i < h; i++)
    for (int j = from; j < w; j++)
      out[i * W + j] = in[i * W + j] + in[(i - 1) * W + j] + in[(i + 1) * W + j] + in[i * W + j - 1] + in[i * W + j + 1] +
                       in[(i - 2) * W + j] + in[(i + 2) * W + j] + in[i * W + j - 2] + in[i * W + j + 2];
}

static void unsigned_counters(unsigned h, unsigned w, const float *in, float *out)
{
#pragma omp parallel for collapse(2)
  for (unsigned i = 1; i < h - 1; i++)
    for (unsigned j = 1; j < w - 1; j++) {
      float sum = 0;
      for (unsigned p = i - 1; p <= i + 1; p++)
        for (unsigned q = j - 1; q <= j + 1; q++)
          sum += in[p * w + q] * (float)(1 + p - i + q - j);
      out[i * w + j] = sum;
    }
}

/* Only some iterations read the window: nothing to share. */
static void some(int h, int w, const float *in, const int *which, float *out)
{
#pragma omp parallel for collapse(2)
  for (int i = 2; i < h - 2; i++)
    for (int j = 2; j < w - 2; j++)
      if (which[i * w + j])
        for (int p = 0; p < 5; p++)
          for (int q = 0; q < 5; q++)
            out[i * w + j] += in[(i + p - 2) * w + j + q - 2];
}

/* The window grows. */
static void triangle(int h, int w, const float *in, float *out)
{
#pragma omp parallel for collapse(2)
  for (int i = 5; i < h - 5; i++)
    for (int j = 5; j < w - 5; j++) {
      float sum = 0;
      for (int p = 0; p < 5; p++)
        for (int q = 0; q <= p; q++)
          sum += in[(i + p) * w + j + q];
      for (int q = 0; q < i % 4; q++)
        sum -= in[i * w + j - q];
      out[i * w + j] = sum;
    }
}

int main(void)
{
  float *image = malloc(H * W * sizeof *image), *result = calloc(H * W, sizeof *result);
  unsigned char *bytes = malloc(H * W * 3), *more = calloc(H * W * 3, 1);
  int *which = malloc(H * W * sizeof *which);
  int i, j, k;

  if (image == NULL || result == NULL || bytes == NULL || more == NULL || which == NULL)
    return 2;
  for (i = 0; i < H * W; i++) {
    image[i] = (float)(i * 7 % 61) * 0.25f;
    which[i] = i % 5 < 2;
    line[i] = i % 17;
  }
  for (i = 0; i < H * W * 3; i++)
    bytes[i] = (unsigned char)((unsigned)i * 2654435761u >> 24);
  for (i = 0; i < H; i++)
    for (j = 0; j < W; j++) {
      grid[i][j] = (i * 3 + j) % 11;
      counts[i][j] = i + j;
    }
  for (i = 0; i < D; i++)
    for (j = 0; j < D; j++)
      for (k = 0; k < D; k++)
        cube[i][j][k] = (i * 5 + j * 3 + k) % 13;

  inner(H, W, image, result);
  show(result, H * W * sizeof *result);
  tested(H, W, image, result);
  show(result, H * W * sizeof *result);
  repeated(H, W * 3, bytes, more);
  show(more, H * W * 3);
  channels(H, W, bytes, more);
  show(more, H * W * 3);
  halved(H, W, image, result);
  show(result, H * W * sizeof *result);
  median(H, W * 3, bytes, more);
  show(more, H * W * 3);
  cross(H - 2, W - 2, 2, grid[0], smooth[0]);
  show(smooth, sizeof smooth);
  cross(40, 77, 2, grid[2] + 5, smooth[0]);
  show(smooth, sizeof smooth);
  unsigned_counters(H, W, image, result);
  show(result, H * W * sizeof *result);
  some(H, W, image, which, result);
  show(result, H * W * sizeof *result);
  triangle(H, W, image, result);
  show(result, H * W * sizeof *result);

#pragma omp parallel for collapse(2)
  for (i = 1; i < H - 1; i++)
    for (j = 1; j < W - 1; j++) {
      int a, b;

      smooth[i][j] = 0;
      for (a = -1; a <= 1; a++)
        for (b = -1; b <= 1; b++)
          smooth[i][j] += grid[i + a][j + b] * counts[i + a][j + b];
    }
  show(smooth, sizeof smooth);
#pragma omp parallel for collapse(3)
  for (i = 1; i < D - 1; i++)
    for (j = 1; j < D - 1; j++)
      for (k = 1; k < D - 1; k++) {
        int a, b, c;
        double sum = 0;

        for (a = -1; a <= 1; a++)
          for (b = -1; b <= 1; b++)
            for (c = -1; c <= 1; c++)
              sum += cube[i + a][j + b][k + c] * (a * 2 + b * 3 + c);
        mixed[i][j][k] = sum;
      }
  show(mixed, sizeof mixed);
#pragma omp parallel for collapse(3)
  for (i = 1; i < D - 1; i++)
    for (j = 1; j < D - 1; j++)
      for (k = 1; k < D - 1; k++)
        mixed[i][j][k] = cube[i - 1][j][k] + cube[i + 1][j][k] + 2 * cube[i][j - 1][k] + 2 * cube[i][j + 1][k] +
                         3 * cube[i][j][k - 1] + 3 * cube[i][j][k + 1];
  show(mixed, sizeof mixed);
#pragma omp parallel for private(j)
  for (i = 20; i < W * H; i++) {
    double sum = 0;

    for (j = 0; j < 20; j++)
      sum += line[i - j] * (j + 1);
    filtered[i] = sum;
  }
  show(filtered, sizeof filtered);
  /* with gaps */
#pragma omp parallel for private(j)
  for (i = 50; i < W * H; i++) {
    double sum = 0;

    for (j = 0; j < 50; j += 5)
      sum += line[i - j] * (j + 1);
    filtered[i] -= sum;
  }
  show(filtered, sizeof filtered);
  /* what is read may be what is written before */
#pragma omp parallel for private(j)
  for (i = 8; i < W * H - 8; i++) {
    double *to = i > 0 ? filtered : line, sum = 0;

    to[i] += 1;
    for (j = -8; j <= 8; j++)
      sum += line[i + j];
    to[i] += sum;
  }
  show(filtered, sizeof filtered);
  free(image);
  free(result);
  free(bytes);
  free(more);
  free(which);
  return 0;
}
